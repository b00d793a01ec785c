// A static server on the loopback for bundles, pages and the fonts of the app.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const fonts = path.join(here, '../../node_modules/@fontsource-variable/inter/files');
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.woff2': 'font/woff2' };

export async function serve(pages) {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const page = pages[pathname];
    if (page) {
      response.setHeader('content-type', 'text/html');
      response.end(page);
      return;
    }
    // The page asks for the worker by the name of its source.
    if (pathname.endsWith('.worker.ts')) {
      response.setHeader('content-type', 'text/javascript');
      response.end(fs.readFileSync(path.join(here, 'dist/worker.js')));
      return;
    }
    const font = /^\/inter-(\w+)\.woff2$/.exec(pathname);
    const file = font ? path.join(fonts, `inter-${font[1]}-wght-normal.woff2`) : path.join(here, path.normalize(pathname));
    if ((!font && !file.startsWith(path.join(here, 'dist'))) || !fs.existsSync(file)) {
      response.statusCode = 404;
      response.end();
      return;
    }
    response.setHeader('content-type', TYPES[path.extname(file)] ?? 'application/octet-stream');
    response.end(fs.readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
