// Writes `x.br` and `x.gz` next to every text file of a built folder, so that the server never compresses files.
import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const texts = /\.(js|css|html|svg|json|webmanifest|txt|xml)$/;

/**
 * Brotli's quality. The highest takes twice the time of this one for a hundredth of the bytes; one less takes a fifth of its time for six
 * hundredths more.
 */
const QUALITY = 10;
/** Of files whose text is also in the archive, which brings them to all who install the app. */
const ARCHIVED_QUALITY = 9;

/** Skips files under 1 kB and results that save less than 10 %. */
export async function precompress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && texts.test(entry.name));
  const archived = await archivedFiles(folder, files);
  await Promise.all(
    files.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const body = await readFile(file);
      if (body.length < 1024) return;
      const params = {
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [zlib.constants.BROTLI_PARAM_QUALITY]: archived.has(file) ? ARCHIVED_QUALITY : QUALITY,
      };
      const [br, gz] = await Promise.all([brotli(body, { params }), gzip(body, { level: 9 })]);
      if (br.length < body.length * 0.9) await writeFile(`${file}.br`, br);
      if (gz.length < body.length * 0.9) await writeFile(`${file}.gz`, gz);
    }),
  );
}

/** The files that the archive contains (pwa/build/service-worker.ts). */
async function archivedFiles(folder, files) {
  const archive = files.find(({ name }) => /^code-[\w-]{8}\.json$/.test(name));
  if (!archive) return new Set();
  const contents = JSON.parse(await readFile(path.join(archive.parentPath, archive.name), "utf8"));
  return new Set(Object.keys(contents).map((url) => path.join(folder, url)));
}
