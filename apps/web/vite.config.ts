import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = process.env['GANTRY_SERVER'] ?? 'http://127.0.0.1:3000';

/** Libraries that change rarely stand in chunks of their own, so that a new version of the page leaves them in the cache. */
function chunkOf(id: string): string | null {
  if (!id.includes('/node_modules/')) return null;
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react';
  if (/\/node_modules\/@tanstack\//.test(id)) return 'tanstack';
  if (/\/node_modules\/(@mantine|@floating-ui|react-remove-scroll|react-number-format|tabbable)\//.test(id)) return 'mantine';
  if (/\/node_modules\/(i18next|react-i18next)\//.test(id)) return 'i18n';
  return null;
}

/** Puts src/app/boot.js before everything else as a plain script of its own: the content policy allows no script inside the page. */
function bootScript(): Plugin {
  const file = fileURLToPath(new URL('src/app/boot.js', import.meta.url));
  return {
    name: 'gantry-boot',
    buildStart() {
      if (this.environment.mode === 'build') this.emitFile({ type: 'asset', name: 'boot.js', source: readFileSync(file, 'utf8') });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const built = Object.keys(bundle ?? {}).find((name) => /boot-[\w-]+\.js$/.test(name));
        return [{ tag: 'script', attrs: { src: built ? `/${built}` : '/src/app/boot.js' }, injectTo: 'head' }];
      },
    },
  };
}

/** The library of models names the large build of its worker beside the small one that the page starts: both become the small one. */
function oneWorker(): Plugin {
  return {
    name: 'gantry-one-worker',
    enforce: 'pre',
    transform: {
      filter: { id: /\/@thatopen\/fragments\/dist\/index\.mjs/ },
      handler: (code) => code.replaceAll('./Worker/worker.mjs', './Worker/worker.min.mjs'),
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), bootScript(), oneWorker()],
  resolve: {
    alias: [
      // The page reads models that the server has made of IFC: the reader of IFC, 5 MB, stays out of it.
      { find: 'web-ifc', replacement: fileURLToPath(new URL('src/lib/left-out/no-web-ifc.ts', import.meta.url)) },
    ],
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // The content policy allows no data: fonts, styles or scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { advancedChunks: { groups: [{ name: (id: string) => chunkOf(id) }] } } },
  },
});
