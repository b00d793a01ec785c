/** Prints of a version as a person waits for them: counted, seen page by page, cancelled, and beside the calls of others. */

import { api } from '@gantry/contract';
import { DEFAULT_PRINT_FORMAT, DEFAULT_PRINT_SETTINGS } from '@gantry/domain';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { type Caller, signIn } from '../../e2e/caller.ts';
import { DEMO } from '../../e2e/product.ts';
import { share } from '../gates.ts';
import { startServer } from '../server-process.ts';
import { syntheticXer } from '../synthetic-xer.ts';

type Served = Record<string, number>;

const TIMES = 25;
const WARM = 10;
/** Calls of somebody else, one after the other, for so long. */
const BESIDE_MS = 4000;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** What prints of `seen` rows and of `large` rows take on a server of their own. */
export async function byServer(seen: number, large: number): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-print-'));
  const silent = { info() {}, warn() {}, error: (event: string, fields?: object) => console.error(event, fields) };
  const cluster = await startEmbeddedPostgres(join(folder, 'database'), silent);
  const { host, user, database } = cluster.administration;
  const started = await startServer(folder, `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`);
  try {
    const owner = await newSpace(await signIn(started.url));
    const version = await imported(owner, seen);
    const figures = { ...(await pagesOf(owner, version)), ...(await narrativeOf(owner, version)) };
    return { ...figures, ...(await jobOf(owner, started.url, await imported(owner, large))) };
  } finally {
    started.child.kill('SIGINT');
    await once(started.child, 'exit');
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function newSpace(person: Caller): Promise<Caller & { spaceId: number }> {
  const { id } = await person.call(api.spaces.create, { body: { name: 'Bench' } });
  return Object.assign(person.inSpace(id), { spaceId: id });
}

async function imported(owner: Caller, activities: number): Promise<number> {
  const facility = await owner.call(api.facilities.create, { body: { name: `Bench ${activities}` } });
  const project = await owner.call(api.projects.create, { body: { name: 'Bench', facility_id: facility.id } });
  const schedule = await owner.call(api.projects.createSchedule, { params: { id: project.id }, body: { name: 'Bench' } });
  const form = new FormData();
  form.append('file', new Blob([syntheticXer(activities)]), 'bench.xer');
  const answer = await owner.ask(`/api/v1/schedules/${schedule.id}/versions/upload/synchronous`, { method: 'POST', body: form });
  if (!answer.ok) throw new Error((await answer.text()).slice(0, 500));
  const { versions } = await owner.call(api.versions.list, { params: { id: schedule.id } });
  return versions[0].id;
}

/** A count of what is laid out, and the picture of a page after a change of the sheet, as a window of 1440 pixels asks for it: each time another size of the texts. */
async function pagesOf(owner: Caller, id: number): Promise<Served> {
  const settings = DEFAULT_PRINT_SETTINGS;
  const formatOf = (turn: number) => ({ ...DEFAULT_PRINT_FORMAT, text_size: 7 + turn / 20 });
  const count = (turn: number) => owner.call(api.print.count, { params: { id }, body: { format: formatOf(turn), settings } });
  const cold = await timed(() => count(0));
  const counts: number[] = [];
  const pages: number[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) counts.push(await timed(() => count(0)));
  for (let turn = 1; turn <= TIMES; turn += 1)
    pages.push(
      await timed(async () => {
        const body = JSON.stringify({ format: formatOf(turn), settings, page: 2, width: 1000 });
        const headers = { 'content-type': 'application/json' };
        const answer = await owner.ask(`/api/v1/versions/${id}/preview`, { method: 'POST', headers, body: new TextEncoder().encode(body) });
        if (!answer.ok) throw new Error((await answer.text()).slice(0, 500));
        await answer.arrayBuffer();
      }),
    );
  // The first turns are those of a thread that has just begun.
  const settled = (times: number[]): number => share(times.slice(WARM), 0.5);
  return { cold, counted: settled(counts), preview: settled(pages) };
}

/** A narrative against another version, and the comparison alone: each of versions that nobody has compared. */
async function narrativeOf(owner: Caller, id: number): Promise<Served> {
  const { schedule_id: schedule } = await owner.call(api.versions.get, { params: { id } });
  const copy = async (): Promise<number> => {
    const { id: made, job_id: job } = await owner.call(api.versions.copyTo, { params: { id, scheduleId: schedule }, body: {} });
    while (made === null && job && (await owner.call(api.jobs.get, { params: { id: job } })).status !== 'done') await setTimeout(50);
    return made ?? Math.max(...(await owner.call(api.versions.list, { params: { id: schedule } })).versions.map((one) => one.id));
  };
  const rounds: { compare: number; narrative: number }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const [one, other] = [await copy(), await copy()];
    const compare = await timed(() =>
      owner.call(api.compare.rows, { params: { id: schedule }, body: { version_ids: [id, one], origin: 'all', search: '', all: true } }),
    );
    const narrative = await timed(() => owner.call(api.narratives.read, { params: { id: other }, body: { base_version_id: id } }));
    rounds.push({ compare, narrative });
  }
  const least = (of: 'compare' | 'narrative'): number => Math.min(...rounds.map((round) => round[of]));
  return { compare: least('compare'), narrative: least('narrative') };
}

/** A large print: what it reports of itself, what others wait meanwhile, and when it is gone after it is cancelled. */
async function jobOf(owner: Caller & { spaceId: number }, url: string, id: number): Promise<Served> {
  const other = async (): Promise<number[]> => {
    const times: number[] = [];
    for (const until = performance.now() + BESIDE_MS; performance.now() < until;)
      times.push(await timed(() => owner.call(api.versions.get, { params: { id } })));
    return times;
  };
  const idle = await other();
  const { token } = await owner.call(api.auth.login, { body: DEMO });
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/events/stream`, { headers: { authorization: `Bearer ${token}` } });
  await once(socket, 'open');
  const heard: { at: number; progress: number; status: string; id: number }[] = [];
  socket.on('message', (raw: Buffer) => {
    const { event, data } = JSON.parse(raw.toString()) as {
      event: string;
      data: { job: { id: number; progress: number; status: string } };
    };
    if (event === 'job') heard.push({ at: performance.now(), ...data.job });
  });
  socket.send(JSON.stringify({ space_id: owner.spaceId }));
  const { job_id } = await owner.call(api.print.print, {
    params: { id },
    body: { format: DEFAULT_PRINT_FORMAT, settings: DEFAULT_PRINT_SETTINGS },
  });
  const beside = await other();
  const until = (status: string) => async (): Promise<void> => {
    while ((await owner.call(api.jobs.get, { params: { id: job_id } })).status !== status) await setTimeout(10);
  };
  const again = await owner.call(api.print.print, {
    params: { id },
    body: { format: DEFAULT_PRINT_FORMAT, settings: DEFAULT_PRINT_SETTINGS },
  });
  await until('done')();
  const own = heard.filter((one) => one.id === job_id && one.progress > 0 && one.progress < 1);
  const gaps = own.slice(1).map(({ at }, index) => at - own[index].at);
  while ((await owner.call(api.jobs.get, { params: { id: again.job_id } })).progress === 0) await setTimeout(10);
  const cancelled = await timed(async () => {
    await owner.call(api.jobs.cancel, { params: { id: again.job_id } });
    while ((await owner.call(api.jobs.get, { params: { id: again.job_id } })).status !== 'cancelled') await setTimeout(5);
  });
  socket.close();
  return { idle: share(idle, 0.99), beside: share(beside, 0.99), progress: share(gaps, 0.95), cancelled };
}
