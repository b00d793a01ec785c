import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { openMetrics, readiness, type Watched } from './metrics.ts';

/** The listener for those who watch the server, beside the one for people. */
export type MetricsServer = { port: number; close(): Promise<void> };

/**
 * Answers `/metrics`, `/live` and `/ready` on an address of its own (`host:port`), which belongs to the network of those who run the
 * server: it asks for no sign-in. Throws as `listen` does, with `EADDRINUSE` for one.
 */
export async function serveMetrics(address: { host: string; port: number }, watched: Watched): Promise<MetricsServer> {
  const registry = openMetrics(watched);
  const answers: Record<string, () => Promise<{ status?: number; type: string; text: string }>> = {
    '/metrics': async () => ({ type: registry.contentType, text: await registry.metrics() }),
    '/live': async () => ({ type: 'text/plain', text: 'live\n' }),
    '/ready': async () => {
      const { ready, checks } = await readiness(watched);
      return { status: ready ? 200 : 503, type: 'application/json', text: `${JSON.stringify({ ready, ...checks })}\n` };
    },
  };
  const server: Server = createServer((request, reply) => {
    const answer = request.method === 'GET' ? answers[new URL(request.url ?? '/', 'http://server').pathname] : undefined;
    if (!answer) return void reply.writeHead(404).end();
    answer().then(
      ({ status = 200, type, text }) => reply.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text),
      () => reply.writeHead(500).end(),
    );
  });
  server.listen(address.port, address.host);
  await once(server, 'listening');
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound ? bound.port : address.port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
