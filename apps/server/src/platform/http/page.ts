import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refused } from '../fail.ts';

/** Below these stand calls and files: what is not there is no place of the page. */
const NO_PAGES = ['/api/', '/assets/', '/icons/'];

/** What the browser keeps beside the page to show notices; it stands at the top, so that it serves every path. */
const WORKER = '/notices-worker.js';

const NONCE_MARK = '__CSP_NONCE__';

/** Serves the built page: its assets for ever, its entry for every other path, with a nonce for the style elements of the UI kit. */
export async function servePage(http: FastifyInstance, folder: string): Promise<void> {
  const entry = join(folder, 'index.html');
  const built = existsSync(entry);
  if (built) {
    await http.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
      wildcard: true,
    });
    const worker = readFileSync(join(folder, WORKER), 'utf8');
    http.get(WORKER, (_request, reply) => reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(worker));
  }
  const html = built ? readFileSync(entry, 'utf8') : '';
  if (built) {
    const icon = /rel="icon"[^>]*href="([^"]+)"/.exec(html)?.[1] ?? '/favicon.svg';
    http.get<{ Params: { space: string } }>('/:space(^[1-9]\\d*$)/field.webmanifest', ({ params: { space } }, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('application/manifest+json; charset=utf-8')
        .send(JSON.stringify(fieldManifest(space, icon))),
    );
  }
  http.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && !NO_PAGES.some((prefix) => request.url.startsWith(prefix));
    if (!wantsPage || !built) throw new Refused('request.not_found');
    return sendEntry(html, reply);
  });
}

/** How a phone installs the field mode of a space: as a program of its own that opens there. */
export function fieldManifest(space: string, icon: string) {
  const start = `/${space}/field`;
  return {
    id: start,
    name: 'Gantry',
    short_name: 'Gantry',
    start_url: start,
    scope: start,
    display: 'standalone',
    icons: [{ src: icon, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  };
}

function sendEntry(html: string, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = String(reply.getHeader('content-security-policy') ?? '').replace(/'nonce-none'/, `'nonce-${nonce}'`);
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(NONCE_MARK, nonce));
}
