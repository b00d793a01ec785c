import { api } from '@gantry/contract';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { createWorld, type Person } from '../../testing/world.ts';
import { chain, xerText } from '../../testing/samples/xer-sample.ts';
import { createLog } from '../log.ts';
import { openTraces, summaryOf, type TracesTarget } from './traces.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Sent = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: Attribute[];
  status: { code?: number };
};
type Body = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Sent[] }[] }[] };

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A collector on this machine that keeps what it is sent. */
async function collector() {
  const bodies: Body[] = [];
  const server = createServer((request, reply) => {
    void json(request).then((body) => {
      bodies.push(body as Body);
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => server.close());
  const { port } = server.address() as { port: number };
  const all = () => bodies.flatMap(({ resourceSpans }) => resourceSpans);
  return {
    endpoint: `http://127.0.0.1:${port}/`,
    spans: () => all().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    services: () =>
      new Set(all().flatMap(({ resource }) => resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue)),
  };
}

/** What the log of the traces says after the work in a world that sends its spans to a target. */
async function sending(target: TracesTarget | null, work: (anna: Person) => Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  const end = await openTraces(
    target,
    createLog({}, (line) => lines.push(line)),
  );
  const world = await createWorld();
  try {
    await work(await world.person('anna'));
  } finally {
    // Its jobs have ended then, with their spans.
    await world.close();
    await end();
  }
  return lines.join('');
}

const valueOf = ({ attributes }: Sent, key: string) => attributes.find((one) => one.key === key)?.value;

test('a call, its statements and a job are spans of their own traces, and bear nothing that was typed', async () => {
  const { endpoint, spans, services } = await collector();
  await sending({ endpoint, share: 1, service: 'plans' }, async (anna) => {
    await anna.space('Secret harbour');
    await anna.ok(api.facilities.create, { body: { name: 'Secret pier' } });
    await anna.importXer(await anna.schedule(), Buffer.from(xerText(chain(3))));
  });
  const call = spans().find(({ name }) => name === 'facilities.create') as Sent;
  expect(valueOf(call, 'http.route')?.stringValue).toBe(api.facilities.create.path);
  expect(Number(valueOf(call, 'http.response.status_code')?.intValue)).toBe(200);
  const statements = spans().filter(({ parentSpanId }) => parentSpanId === call.spanId);
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['start', 'commit', 'insert eps_node', 'insert audit']));
  expect(new Set(statements.map(({ traceId }) => traceId))).toEqual(new Set([call.traceId]));
  const job = spans().find(({ name }) => name.startsWith('job ')) as Sent;
  expect(job.traceId).not.toBe(call.traceId);
  expect(spans().some(({ parentSpanId, name }) => parentSpanId === job.spanId && name === 'update job')).toBe(true);
  expect([...services()]).toEqual(['plans']);
  expect(JSON.stringify(spans())).not.toMatch(/secret|anna/i);
});

test('none of it is made where nobody asks for traces, and a share of 0 sends none', async () => {
  const { endpoint, spans } = await collector();
  expect(await sending(null, (anna) => anna.space())).toBe('');
  await sending({ endpoint, share: 0, service: 'plans' }, (anna) => anna.space());
  expect(spans()).toEqual([]);
});

test('a collector that is away is a line of the log, and calls are answered', async () => {
  const log = await sending({ endpoint: 'http://127.0.0.1:9', share: 1, service: 'plans' }, (anna) => anna.space());
  expect(log).toContain('traces.lost');
});

test('a statement is named by what it does, and to which table first', () => {
  expect(
    [
      'begin read only; set local x',
      'select extract(epoch from now())',
      'with a as (select b from "wbs_item") select',
      'update job set x',
      '(select c from node)',
    ].map(summaryOf),
  ).toEqual(['begin', 'select', 'with wbs_item', 'update job', 'select node']);
});
