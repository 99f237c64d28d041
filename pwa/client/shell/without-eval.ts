// zod tests `new Function` before its first schema. The page's policy forbids that, and browsers report each attempt.
// Set without importing zod, which is not in the first load; `z.config({ jitless: true })` writes the same object.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
