// Writes `x.br` and `x.gz` next to every text file of a built folder, so that the server never compresses files.
import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const texts = /\.(js|css|html|svg|json|webmanifest|txt|xml)$/;

/** Bytes above which the highest quality costs a second of the build for a hundredth of the file. */
const LARGE = 500_000;

/** Skips files under 1 kB and results that save less than 10 %. */
export async function precompress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && texts.test(entry.name));
  await Promise.all(
    files.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const body = await readFile(file);
      if (body.length < 1024) return;
      const params = {
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY - (body.length > LARGE ? 1 : 0),
      };
      const [br, gz] = await Promise.all([brotli(body, { params }), gzip(body, { level: 9 })]);
      if (br.length < body.length * 0.9) await writeFile(`${file}.br`, br);
      if (gz.length < body.length * 0.9) await writeFile(`${file}.gz`, gz);
    }),
  );
}
