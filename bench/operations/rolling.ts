import { api } from '@gantry/contract';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { makeVersion, signIn } from '../../e2e/caller.ts';
import type { Place, Served } from './place.ts';

const PEOPLE = 4;
const EACH_MS = 3000;
const PROBE_MS = 200;

/** Where a server answers people and those who watch it. */
type Upstream = { port: number; watched: number; ready: boolean };

/**
 * Two servers behind a balancer: a call goes to the other one only where nobody listens, as nobody may repeat what may have been done.
 * Where none is ready, it tries each.
 */
async function openBalancer(upstreams: Upstream[]): Promise<{ url: string; server: Server }> {
  let next = 0;
  const server = createServer((asked, answered) => {
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', () => {
      const pass = (left: number): void => {
        const ready = upstreams.filter((one) => one.ready);
        const open = ready.length ? ready : upstreams;
        const { port } = open[next++ % open.length];
        const { method, url: path, headers } = asked;
        const onward = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (answer) => {
          answered.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(answered);
        });
        onward.on('error', (error: NodeJS.ErrnoException) => {
          if (error.code === 'ECONNREFUSED' && left > 0) return pass(left - 1);
          if (!answered.headersSent) answered.writeHead(502);
          answered.end(`${method} at ${port}: ${error.code ?? error.message}; ready: ${ready.map((one) => one.port).join(', ')}`);
        });
        onward.end(Buffer.concat(chunks));
      };
      pass(upstreams.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, server };
}

/** O8: two servers become a newer release one after the other while people work. `former`: the folder of the older one. */
export async function rolling(place: Place, former: string | undefined): Promise<void> {
  let watched = 20_000 + (process.pid % 20_000);
  const start = async (program?: string): Promise<Served & Upstream> => {
    watched++;
    const environment = { GANTRY_METRICS: `127.0.0.1:${watched}`, GANTRY_LEAVE_SECONDS: '1' };
    const served = await place.serve({ environment, ...(program === undefined ? {} : { program }) });
    return { ...served, port: Number(new URL(served.url).port), watched, ready: false };
  };
  const nodes = [await start(former), await start(former)];
  const probing = setInterval(() => {
    for (const node of nodes)
      void fetch(`http://127.0.0.1:${node.watched}/ready`).then(
        ({ ok }) => (node.ready = ok),
        () => (node.ready = false),
      );
  }, PROBE_MS);
  // A server answers calls before its thread of jobs is there: the next one leaves only once this one says that it is ready.
  const untilAllReady = async (): Promise<void> => {
    while (!nodes.every(({ ready }) => ready)) await setTimeout(PROBE_MS);
  };
  await untilAllReady();
  const { url, server } = await openBalancer(nodes);
  const people = await Promise.all(Array.from({ length: PEOPLE }, async () => makeVersion(await signIn(url), 10)));
  let over = false;
  let calls = 0;
  const failed: string[] = [];
  const working = people.map(async ({ member, versionId, itemIds }, who) => {
    for (let at = 0; !over; at++) {
      calls++;
      const params = { id: versionId, wbsId: itemIds[at % itemIds.length] };
      const call =
        at % 2
          ? member.call(api.wbs.list, { params: { id: versionId } })
          : member.call(api.wbs.update, { params, body: { name: `${who} ${at}` } });
      await call.catch((error: unknown) => failed.push(String(error)));
      await setTimeout(15);
    }
  });
  await setTimeout(EACH_MS);
  for (const at of nodes.keys()) {
    const { child } = nodes[at];
    child.kill('SIGTERM');
    await once(child, 'exit');
    nodes[at] = await start();
    await untilAllReady();
    await setTimeout(EACH_MS);
  }
  over = true;
  await Promise.all(working);
  clearInterval(probing);
  server.close();
  for (const text of new Set(failed)) console.error(text.slice(0, 300));
  place.note(`calls that failed of ${calls} while two servers became a newer release`, failed.length, '', 0);
}
