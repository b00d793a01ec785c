/**
 * A version that is too large to be counted before an answer: what an edit of few works costs its figures, against counting all of them,
 * and how soon the figures are true by push after an edit that changes which rows are works. `--quick` takes a tenth of the works, which
 * are counted before the answer, so it measures the first alone.
 */
import { api } from '@gantry/contract';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { DEMO } from '../../e2e/product.ts';
import { type GatedFigure, holdToGates } from '../gates.ts';
import { openStage } from '../teamwork/stage.ts';
import { readTables, uploadWorks } from './uploaded.ts';

const QUICK = process.argv.includes('--quick');
const WORKS = QUICK ? 10_000 : 100_000;
const [CHANGED, TURNS] = [100, 5];

const stage = await openStage();
const figures: GatedFigure[] = [];
try {
  const { client, person, node } = stage;
  const space = await person.call(api.spaces.create, { body: { name: 'Forward' } });
  const member = person.inSpace(space.id);
  const { schedule, version } = await uploadWorks(stage, member, WORKS);
  const question = { params: { id: schedule }, query: {} };
  const { token } = await person.call(api.auth.login, { body: DEMO });
  const socket = new WebSocket(`${node.url.replace('http', 'ws')}${api.push.stream.path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await once(socket, 'open');
  const waiting = new Set<() => void>();
  const standing = new Promise<void>((done) => waiting.add(done));
  socket.on('message', (raw: Buffer) => {
    const { event } = JSON.parse(raw.toString()) as { event: string };
    if (event !== 'analytics_changed' && event !== 'subscribed') return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  });
  socket.send(JSON.stringify({ space_id: space.id, version_id: null }));
  await standing;
  const nextFigures = () => new Promise<void>((done) => waiting.add(done));
  const timed = async (run: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    await run();
    return performance.now() - begun;
  };
  const kept = async (): Promise<unknown> => {
    const { rows } = await client.query('select head, noted, week, month from version_fact where version_id = $1', [version]);
    return JSON.stringify(rows);
  };

  const scratch: number[] = [];
  const counting = async (): Promise<void> => {
    const heard = nextFigures();
    await member.call(api.analytics.clearCache, { params: { id: schedule } });
    await heard;
  };
  for (let at = 0; at < TURNS; at += 1) scratch.push(await timed(counting));
  const whole = Math.min(...scratch);
  const tasks = (await member.call(api.wbs.list, { params: { id: version }, query: { limit: 500 } })).items
    .filter(({ type }) => type === 'task')
    .slice(0, CHANGED);
  const forward: number[] = [];
  let differing = 0;
  for (let at = 0; at < TURNS; at += 1) {
    const items = tasks.map(({ id }) => ({ id, name: `Name ${at}`, progress: (at + 1) / 10 }));
    await member.call(api.wbs.updateMany, { params: { id: version }, body: { items } });
    let outdated = 0;
    forward.push(await timed(async () => (outdated = (await member.call(api.analytics.costOfSchedule, question)).state.outdated.length)));
    if (outdated) throw new Error('The version was not brought forward.');
    const brought = await kept();
    await counting();
    if (brought !== (await kept())) differing += 1;
  }
  const reads: number[] = [];
  for (let at = 0; at < TURNS; at += 1) reads.push(await timed(() => readTables(client, version)));
  const floor = Math.min(...reads);
  figures.push(
    {
      name: `a figure after an edit of ${tasks.length} of ${WORKS} works (${Math.min(...forward).toFixed(0)} ms), against counting all of them (${whole.toFixed(0)} ms)`,
      figure: Math.min(...forward) / whole,
      unit: '×',
      gate: QUICK ? 1 / 2 : 1 / 20,
    },
    { name: 'facts brought forward that differ from counted ones in a byte', figure: differing, unit: '', gate: 0 },
  );

  // A work that comes changes which rows are works: all of them are counted, behind an answer that names the version.
  const pushed: number[] = [];
  for (let at = 0; at < TURNS && !QUICK; at += 1) {
    await member.call(api.wbs.create, { params: { id: version }, body: { item: { name: `New ${at}` } } });
    const heard = nextFigures();
    const time = await timed(async () => {
      const { state } = await member.call(api.analytics.costOfSchedule, question);
      if (!state.outdated.some(({ version_id }) => version_id === version)) throw new Error('The version is not named.');
      await heard;
    });
    if ((await member.call(api.analytics.costOfSchedule, question)).state.outdated.length) throw new Error('The figures are not true.');
    pushed.push(time);
  }
  if (pushed.length)
    figures.push({
      name: `from a question about ${WORKS} works that names them as outdated to the push that they are true, against reading their tables (${Math.min(...pushed).toFixed(0)} ms)`,
      figure: Math.min(...pushed) / floor,
      unit: '×',
      gate: 4,
    });
  socket.terminate();
} finally {
  await stage.close();
}
holdToGates(figures);
