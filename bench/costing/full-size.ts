import { api, COLUMNS_TYPE } from '@gantry/contract';
import type { Caller } from '../../e2e/caller.ts';
import { syntheticXer } from '../synthetic-xer.ts';
import { figure, least, ms, ratio, ROWS } from './measure.ts';

const ASKED = 100;
const DOINGS = [
  'Concreting',
  'Formwork',
  'Reinforcement',
  'Waterproofing',
  'Insulation',
  'Painting',
  'Plastering',
  'Dismantling',
  'Erection',
];
const PLACES = ['foundation slab', 'retaining wall', 'columns', 'stairs', 'lift shaft', 'roof deck', 'facade', 'parapet', 'basement floor'];
const nameOf = (at: number): string =>
  `${DOINGS[at % 9]} of ${PLACES[Math.floor(at / 9) % 9]}, section ${1 + (Math.floor(at / 81) % 25)}, level ${1 + Math.floor(at / 2025)}`;
/** The same work as somebody else writes it: another order, a word more, a shortened one. */
const written = (at: number): string => {
  const [what, section, level] = nameOf(at).split(', ');
  const [doing, place] = what.split(' of ');
  return at % 3 === 0
    ? `${section}, ${level}: ${doing} of ${place}`
    : at % 3 === 1
      ? `${doing} of the ${place}, ${section}, ${level} (all)`
      : `${doing.slice(0, -1)}. of ${place}, ${section}, ${level}`;
};

type Known = { project: number; estimate: number; reading: number };

/** Beside a version of as many works as the estimate has rows: opening both, and works that are offered for rows. */
export async function atFullSize(member: Caller, { project, estimate, reading }: Known): Promise<void> {
  const schedule = await member.call(api.projects.createSchedule, { params: { id: project }, body: { name: 'Full size' } });
  const form = new FormData();
  form.append('file', new Blob([syntheticXer(ROWS, nameOf)]), 'full.xer');
  const path = `/api/v1/schedules/${schedule.id}/versions/upload/synchronous`;
  const { version_id: version } = (await (await member.ask(path, { method: 'POST', body: form })).json()) as { version_id: number };
  const open = async (): Promise<void> => {
    const answer = await member.ask(`/api/v1/versions/${version}/wbs`, { headers: { accept: COLUMNS_TYPE } });
    if (!answer.ok) throw new Error(await answer.text());
    await answer.arrayBuffer();
  };
  const opening = await least(open);
  const first = await least(() => member.call(api.estimates.rows, { params: { id: estimate } }));
  ratio('the first rows of an estimate, against opening a version of as many works', first, opening, 0.6);
  ratio('all rows of an estimate, against the same', reading, opening, 1.1);
  const table = ['No;Name;Amount', ...Array.from({ length: ASKED }, (_none, at) => `${at + 1};${written(at * 487)};10`)].join('\n');
  const upload = new FormData();
  upload.append('project_id', String(project));
  upload.append('file', new Blob([table]), 'asked.csv');
  const begun = (await (await member.ask('/api/v1/cost-estimates/upload', { method: 'POST', body: upload })).json()) as {
    estimate_id: number;
    job_id: number;
  };
  while ((await member.call(api.jobs.get, { params: { id: begun.job_id } })).finished_at === null)
    await new Promise((next) => setTimeout(next, 100));
  const { rows } = await member.call(api.estimates.rows, { params: { id: begun.estimate_id } });
  const suggest = (row: number) =>
    member.call(api.costLinks.suggest, { params: { id: version }, query: { estimate_id: begun.estimate_id, row_id: row } });
  await suggest(rows[0].id);
  let hits = 0;
  const took: number[] = [];
  for (const [at, { id }] of rows.entries())
    took.push(await ms(async () => void (hits += Number((await suggest(id)).works[0]?.name === nameOf(at * 487)))));
  figure({ name: `works for a row among ${ROWS}`, figure: took.sort((a, b) => a - b)[took.length >> 1], unit: 'ms', gate: 60 });
  figure({ name: 'rows whose work is not the first one offered', figure: 1 - hits / rows.length, unit: 'of all', gate: 0.2 });
}
