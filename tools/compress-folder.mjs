/** Writes a .br and a .gz beside each text file of the built page, so that the server never compresses them again. */

import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

export async function compressFolder(/** @type {string} */ folder) {
  const names = await fs.readdir(folder, { recursive: true });
  await Promise.all(
    names
      .filter((name) => /\.(m?js|css|svg|json|wasm|html)$/.test(name))
      .map(async (name) => {
        const file = path.join(folder, name);
        const content = await fs.readFile(file);
        await fs.writeFile(`${file}.br`, await brotli(content, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } }));
        await fs.writeFile(`${file}.gz`, await gzip(content, { level: 9 }));
      }),
  );
}
