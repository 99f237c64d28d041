// zod probes `new Function` before it makes its first schema. The pages' policy forbids that, and browsers report each attempt.
// Set without importing zod, which is not part of the first load; `z.config({ jitless: true })` writes the same object.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
