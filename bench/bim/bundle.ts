/** Builds the measured page as the product builds its own: the reader of IFC is left out of it. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');

export async function bundlePage(outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    resolve: { alias: [{ find: 'web-ifc', replacement: join(root, 'apps/web/src/lib/left-out/no-web-ifc.ts') }] },
    plugins: [
      {
        name: 'one-worker',
        enforce: 'pre',
        transform: {
          filter: { id: /\/@thatopen\/fragments\/dist\/index\.mjs/ },
          handler: (code) => code.replaceAll('./Worker/worker.mjs', './Worker/worker.min.mjs'),
        },
      },
    ],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: join(import.meta.dirname, 'page.ts'),
        external: ['/web-ifc-api.js'],
        output: { entryFileNames: 'page.js' },
      },
    },
  });
  writeFileSync(join(outDir, 'index.html'), '<!doctype html><title>Models</title><body><script type="module" src="/page.js"></script>');
  return outDir;
}
