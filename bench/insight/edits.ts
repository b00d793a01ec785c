/**
 * A server that counts figures while people edit: how long an edit waits, how soon a figure is true after it, and how long a question about
 * some works takes. `--quick` takes a tenth of the works.
 */
import { api } from '@gantry/contract';
import { setTimeout } from 'node:timers/promises';
import { makeVersion } from '../../e2e/caller.ts';
import { type GatedFigure, holdToGates, share } from '../gates.ts';
import { openStage } from '../teamwork/stage.ts';
import { readTables, uploadWorks } from './uploaded.ts';

const SCALE = process.argv.includes('--quick') ? 0.1 : 1;
/** With a phase for each nine works nearly as many rows as the server counts before an answer. */
const WORKS = 44_000 * SCALE;
const [EDITS, TURNS] = [60, 5];

const stage = await openStage();
const figures: GatedFigure[] = [];
try {
  const { client, person } = stage;
  const { member, versionId: small, itemIds } = await makeVersion(person, 200);
  const { schedule, version, uploaded, found } = await uploadWorks(stage, member, WORKS);
  figures.push({
    name: `the index of the search after an upload of ${WORKS} works, against the upload (${uploaded.toFixed(0)} ms)`,
    figure: found / uploaded,
    unit: '×',
    gate: 1,
  });
  const question = { params: { id: schedule }, query: {} };
  const rows = (await member.call(api.wbs.list, { params: { id: version }, query: { limit: 50 } })).items.filter(
    ({ type }) => type === 'task',
  );
  let turn = 0;
  const rename = (id: number, wbsId: number) =>
    member.call(api.wbs.update, { params: { id, wbsId }, body: { name: `Name ${(turn += 1)}` } });

  // True after an edit: the version is counted before the answer. The floor reads the same tables by the plain driver.
  await member.call(api.analytics.costOfSchedule, question);
  const [answers, reads]: number[][] = [[], []];
  for (let at = 0; at < TURNS; at += 1) {
    await rename(version, Number(rows[at % rows.length].id));
    const begun = performance.now();
    const { state } = await member.call(api.analytics.costOfSchedule, question);
    answers.push(performance.now() - begun);
    if (state.outdated.length) throw new Error('The version is too large to be counted at once.');
    const read = performance.now();
    await readTables(client, version);
    reads.push(performance.now() - read);
  }
  const floor = Math.min(...reads);
  figures.push({
    name: `a figure after an edit in ${WORKS} works, against reading its tables (${Math.min(...answers).toFixed(0)} ms)`,
    figure: Math.min(...answers) / floor,
    unit: '×',
    gate: 2.5,
  });

  // The critical works alone, by status: the first question packs the rows of the version. What many works cost against PostgreSQL is
  // measured by the part `groups`: of these few, nearly all of the time is that of the call.
  const content = { join: 'and' as const, conditions: [{ column: 'critical', operator: 'eq' as const, value: true }] };
  const { id: filter } = await member.call(api.filters.create, { body: { name: 'Critical', content } });
  const asked: number[] = [];
  for (let at = 0; at < TURNS; at += 1) {
    const begun = performance.now();
    await member.call(api.analytics.costOfSchedule, { ...question, query: { filter, group: 'status' } });
    asked.push(performance.now() - begun);
  }
  const name = `a filter and groups over ${WORKS} works`;
  figures.push(
    { name: `${name}, the first time`, figure: asked[0], unit: 'ms', gate: 2000 },
    { name: `${name}, again`, figure: Math.min(...asked), unit: 'ms', gate: 200 },
  );

  // Edits of a small version while all of a large one is counted again and again: an edit of it would be brought forward, not counted.
  const idle: number[] = [];
  const busy: number[] = [];
  const edit = async (into: number[]): Promise<void> => {
    for (let at = 0; at < EDITS; at += 1) {
      const begun = performance.now();
      await rename(small, itemIds[at % itemIds.length]);
      into.push(performance.now() - begun);
    }
  };
  await edit([]);
  for (let at = 0; at < TURNS; at += 1) await edit(idle);
  let counts = 0;
  let isCounting = true;
  const counting = (async () => {
    while (isCounting) {
      await member.call(api.analytics.clearCache, { params: { id: schedule } });
      while (!(await client.query('select from version_fact where version_id = $1', [version])).rowCount) await setTimeout(50);
      counts += 1;
    }
  })();
  await edit(busy);
  while (counts < 2) await edit(busy);
  isCounting = false;
  await counting;
  const p95 = share(idle, 0.95);
  figures.push({
    name: `p95 of an edit while ${WORKS} works are counted (${share(busy, 0.95).toFixed(0)} ms, idle ${p95.toFixed(0)} ms, ${busy.length} edits)`,
    figure: share(busy, 0.95) / p95,
    unit: '×',
    gate: 1.3,
    floor: 1,
  });
} finally {
  await stage.close();
}
holdToGates(figures);
