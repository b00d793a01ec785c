import { api } from '@gantry/contract';
import { worksByWords, worksForRow } from '../../apps/server/src/features/costing/cost-links/suggestions/cost-links.suggestions.rules.ts';
import type { Caller } from '../../e2e/caller.ts';
import { figure, least, ms, opening, ratio, ROWS } from './measure.ts';
import { upload } from './upload.ts';

const ASKED = 100;
const MANY = 2000;
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
export const nameOf = (at: number): string =>
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

type Known = { project: number; version: number; estimate: number; reading: number };

/** Beside a version of as many works as the estimate has rows: opening both, and works that are offered for rows. */
export async function atFullSize(member: Caller, { project, version, estimate, reading }: Known): Promise<void> {
  const opened = await opening(member, version);
  const first = await least(() => member.call(api.estimates.rows, { params: { id: estimate } }));
  ratio('the first rows of an estimate, against opening a version of as many works', first, opened, 0.6);
  ratio('all rows of an estimate, against the same', reading, opened, 1.1);
  const table = ['No;Name;Amount', ...Array.from({ length: ASKED }, (_none, at) => `${at + 1};${written(at * 487)};10`)].join('\n');
  const asked = await upload(member, project, 'asked.csv', table);
  const { rows } = await member.call(api.estimates.rows, { params: { id: asked } });
  const suggest = (row: number) =>
    member.call(api.costLinks.suggest, { params: { id: version }, query: { estimate_id: asked, row_id: row } });
  await suggest(rows[0].id);
  const works = await member.call(api.wbs.list, { params: { id: version } });
  const wbsId = Number(works.items[0].id);
  let renamed = 0;
  const index = await least(async () => {
    await member.call(api.wbs.update, { params: { id: version, wbsId }, body: { name: `Works ${(renamed += 1)}` } });
    await suggest(rows[0].id);
  });
  const known = worksByWords(Array.from({ length: ROWS }, (_none, at) => ({ id: at + 1, code: '', name: nameOf(at) })));
  const offered = await least(() => {
    for (let at = 0; at < MANY; at += 1) worksForRow(known, { code: '', volumeCode: '', uses: [], name: written((at * 487) % ROWS) });
  });
  ratio(`works for ${MANY} rows, against reading and indexing the names of a version`, offered, index, 2);
  let hits = 0;
  const took: number[] = [];
  for (const [at, { id }] of rows.entries())
    took.push(await ms(async () => void (hits += Number((await suggest(id)).works[0]?.name === nameOf(at * 487)))));
  figure({ name: `works for a row among ${ROWS}`, figure: took.sort((a, b) => a - b)[took.length >> 1], unit: 'ms', gate: 60 });
  figure({ name: 'rows whose work is not the first one offered', figure: 1 - hits / rows.length, unit: 'of all', gate: 0.2 });
}
