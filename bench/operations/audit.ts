import { api, type Input } from '@gantry/contract';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Caller } from '../../e2e/caller.ts';
import { share } from '../gates.ts';
import { peakOf } from '../server-process.ts';
import { type Place, seconds } from './place.ts';

const DAYS = 90;
const FORMATS = ['csv', 'ndjson'] as const;
const MOST_MEBIBYTES = 64;
/**
 * Exports of so many entries warm the code up and let the heap grow, as any other work does, and go on while the rest is filled in: a server
 * that has nothing to do gives a third of its memory back. What they leave behind is not what the size of the audit asks for.
 */
const WARMING = 100_000;
const LOOKS = 9;
const PAGE = 100;

/** The audit of a space goes out within so much memory, whatever its size. */
export async function audit(place: Place, entries: number): Promise<void> {
  const { person, client, child } = await place.serve();
  const pid = child.pid ?? 0;
  const space = await person.call(api.spaces.create, { body: { name: 'Audited' } });
  const owner = person.inSpace(space.id);
  const fill = (from: number, to: number) =>
    client.query(
      `insert into audit (space_id, at, actor_id, actor, address, request_id, action, object, details)
       select $1, now() - (($3 - n) * $4::float8 / $3) * interval '1 second', 1, 'Bench', '127.0.0.1', md5(n::text), 'wbs.update',
              'versions 1, wbs ' || n, jsonb_build_object('before', n, 'after', n + 1)
       from generate_series($2::int, $3::int) n`,
      [space.id, from, to, (DAYS * 86_400).toString()],
    );
  const lines = async (format: (typeof FORMATS)[number]): Promise<number> => {
    const answer = await owner.ask(api.audit.export.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(JSON.stringify({ format })),
    });
    if (!answer.ok || !answer.body) throw new Error((await answer.text()).slice(0, 500));
    let count = 0;
    for await (const bytes of answer.body as AsyncIterable<Uint8Array>)
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++;
    return count;
  };
  await fill(1, Math.min(WARMING, entries));
  let isFilled = false;
  const filling = fill(WARMING + 1, entries)
    .then(() => client.query('analyze audit'))
    .finally(() => (isFilled = true));
  do for (const format of [...FORMATS, ...FORMATS]) await lines(format);
  while (!isFilled);
  await filling;
  for (const format of FORMATS) {
    const before = heldBy(pid);
    // Resets the peak of the memory.
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    let count = 0;
    const took = await seconds(async () => (count = await lines(format)));
    const most = Math.max(0, peakOf(pid) - before);
    place.note(`audit of ${entries} entries as ${format}: memory above that before`, most, 'MB', MOST_MEBIBYTES);
    place.note('its entries that are missing', Math.max(0, entries - count), '', 0);
    place.note('its time for a million entries', (took * 1_000_000) / entries, 's', 60);
  }
  await looks(place, owner);
}

/** What the page of the audit asks for first, and pages that it asks for when somebody narrows it, by what is found there. */
async function looks(place: Place, owner: Caller): Promise<void> {
  const from = new Date(Date.now() - 30 * 86_400_000).toISOString();
  const questions: [string, Input<typeof api.audit.list>['query'], number][] = [
    ['last month', { from, limit: PAGE }, 500],
    ['of one person', { from, actor_id: 1, limit: PAGE }, 500],
    ['words that stand nowhere', { from, search: 'nowhere', limit: PAGE }, 10_000],
  ];
  for (const [name, query, gate] of questions) {
    const times: number[] = [];
    for (let at = 0; at < LOOKS; at++) times.push(1000 * (await seconds(() => owner.call(api.audit.list, { query }))));
    place.note(`page of the audit, ${name}, median`, share(times, 0.5), 'ms', gate);
  }
}

/** The memory that a process holds now. */
function heldBy(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
