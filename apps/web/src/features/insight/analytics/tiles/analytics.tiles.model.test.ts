import { readFileSync } from 'node:fs';
import { OTHER_GROUPS } from '@gantry/contract';
import { FORMULA_FIGURES } from '@gantry/engine';
import { expect, test } from 'vitest';
import { formatPeriod } from '../../../../lib/dates.ts';
import { figureName, formulaContent } from './analytics.formulas.model.ts';
import {
  delaysContent,
  matrixContent,
  paperOf,
  peopleContent,
  promisesContent,
  risksContent,
  type TileContent,
  timelineContent,
  trendContent,
} from './analytics.tiles.model.ts';

const textsIn = (language: string, file: string): string =>
  readFileSync(new URL(`../../../../../../../packages/locales/${language}/${file}.json`, import.meta.url), 'utf8').replaceAll(
    /[\n\\]/g,
    '',
  );
const t = ((key: string, values: object = {}) => `${key} ${Object.values(values).join(' ')}`.trim()) as never;
const words = { t, language: 'en' };
const noted = { version_id: 9, row_id: 4, code: 'A1', name: 'Dig' };
const textsOf = (content: TileContent): string[][] =>
  content.kind === 'note' ? [[content.text]] : content.table.rows.map((row) => row.map(({ text }) => text));
const state = { versions: 1, left_out: 0, hidden: 0, partial: false, outdated: [], job_id: null, computed_at: null };

test('the latest works lead to their rows', () => {
  const delays = [{ ...noted, finish: '2026-03-20T17:00', target_finish: '2026-03-10T17:00', days: 10 }];
  const content = delaysContent(2, { delays }, words);
  expect(textsOf(content)).toEqual([['A1 Dig', '10.03.2026', '20.03.2026', '10']]);
  expect(content).toMatchObject({ sentence: 'dashboard.sentence_delays 1 A1 Dig 10' });
  expect(content.kind === 'table' && content.table.rows[0][0].link).toEqual({ to: '/2/schedule/9', search: { target: '4' } });
  expect(delaysContent(2, { delays: [] }, words)).toEqual({ kind: 'note', text: 'dashboard.no_delays' });
});

test('a figure stands as it was reported on each data date; one that was reported once has no trend', () => {
  const trend = [
    { day: '2026-01-31', value: 0.9 },
    { day: '2026-02-28', value: null },
    { day: '2026-03-31', value: 1.2 },
  ];
  const cell = { figure: 'spit' as const, value: 1.2, light: 'ok' as const, warn: 1, error: 0.9, hidden_red: 0, previous: 0.9, trend };
  const content = trendContent({ cells: [cell] }, 'spit', words);
  expect(textsOf(content)).toEqual([
    ['31.01.2026', '0,90'],
    ['31.03.2026', '1,20'],
  ]);
  expect(content).toMatchObject({
    kind: 'bars',
    chart: { bars: false, isLevel: true, lines: [{ shown: [0.9, 1.2] }] },
    sentence: 'dashboard.sentence_trend scoreboard.figure_spit 0,90 1,20 31.01.2026',
  });
  expect(paperOf(content)).toMatchObject({ kind: 'chart', chart: { lines: [{ shown: [0.9, 1.2] }] } });
  const once = { ...cell, trend: trend.slice(0, 2) };
  for (const row of [undefined, { cells: [] }, { cells: [once] } as never])
    expect(trendContent(row, 'spit', words)).toEqual({ kind: 'note', text: 'dashboard.no_trend' });
});

test('people stand with their works and hours, and what nobody carries out is named', () => {
  const person = { id: 1, name: 'Ada', works: 3, in_progress: 1, overdue: 2, labour: { plan: 80, fact: 40, remaining: 40 }, peak: null };
  const content = peopleContent(
    { people: [person, { ...person, id: null, name: '', overdue: 0, labour: { plan: 20, fact: 0, remaining: 20 } }] },
    words,
  );
  expect(textsOf(content)).toEqual([
    ['Ada', '3', '1', '2', '80', '40'],
    ['dashboard.nobody', '3', '1', '0', '20', '0'],
  ]);
  expect(content.kind === 'table' && content.table.rows.map((row) => row[4].heat)).toEqual([1, 0.25]);
});

test('promises are told together and by who gave them', () => {
  const ppc = { promised: 20, kept: 16, share: 0.8, reliability: 0.9333 };
  const content = promisesContent(
    { ppc: { ...ppc, by_period: [] }, misses: [{ ...ppc, promised: 5, kept: 1, share: 0.2, executor_id: 3, name: 'Ada' }] },
    words,
  );
  expect(textsOf(content)).toEqual([
    ['dashboard.all_together', '20', '16', '80 %', '93 %'],
    ['Ada', '5', '1', '20 %', '93 %'],
  ]);
  expect(promisesContent({ ppc: { promised: 0, kept: 0, share: null, reliability: null, by_period: [] }, misses: [] }, words).kind).toBe(
    'note',
  );
});

test('a matrix shows at most twelve periods about the data date, the heaviest cell full', () => {
  const periods = Array.from({ length: 20 }, (_, at) => `20${26 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`);
  const line = (name: string, group: string | null, values: number[]) => ({
    key: 'plan',
    name,
    group,
    values,
    cumulative: [],
    total: values.reduce((a, b) => a + b, 0),
  });
  const series = {
    scope: { kind: 'project' as const, id: 5 },
    kind: 'cost' as const,
    period: 'month' as const,
    unit: { kind: 'money' as const, text: '' },
    data_date: '2026-08-15T00:00',
    periods,
    lines: [
      line(
        'Ada',
        '3',
        periods.map((_, at) => at),
      ),
      line(
        '',
        OTHER_GROUPS,
        periods.map(() => 4),
      ),
      line('', null, []),
    ],
    parts: [],
    state,
  };
  const content = matrixContent(series, 'executor', words);
  const [ada, rest] = textsOf(content);
  // April, three months before the one of the data date, is the first of them.
  expect(ada.slice(0, 3)).toEqual(['Ada', '4', '5']);
  expect(ada).toHaveLength(14);
  expect(rest[0]).toBe('dashboard.others');
  expect(content.kind === 'table' && content.table.rows[0][12].heat).toBe(1);
  expect(matrixContent({ ...series, lines: [] }, 'executor', words).kind).toBe('note');
});

test('milestones are reached, ahead or late, by their promise or by the data date', () => {
  const milestone = { ...noted, date: '2026-03-20T17:00', target: '2026-03-20T17:00', reached: false };
  const stats = { data_date: '2026-03-25T00:00' } as never;
  const dates = [
    { ...milestone, reached: true },
    { ...milestone, date: '2026-04-02T17:00', target: null },
    { ...milestone, date: '2026-04-02T17:00' },
    milestone,
  ];
  const content = timelineContent(2, { milestones: dates, stats }, words);
  expect(content.kind === 'timeline' && content.timeline.marks.map((mark) => mark.state)).toEqual(['done', 'ahead', 'late', 'late']);
  expect(textsOf(content)[2]).toEqual(['A1 Dig', '20.03.2026', '02.04.2026', '13', 'dashboard.milestone_late']);
});

test('schedules stand by how likely they keep their finish; without a simulation there is a hint', () => {
  const finish = (planned_share: number) => ({
    planned: '2026-05-01T17:00',
    planned_share,
    p50: '2026-05-10T17:00',
    p80: '2026-05-20T17:00',
  });
  const of = (name: string, share: number) => ({ name, version_id: 1, result: { finish: finish(share) } as never });
  const content = risksContent(2, [of('North', 0.7), of('South', 0.1), { name: 'East', version_id: 3, result: null }], words);
  expect(textsOf(content).map(([name, , share]) => [name, share])).toEqual([
    ['South', '10 %'],
    ['North', '70 %'],
  ]);
  expect(risksContent(2, [], words)).toEqual({ kind: 'note', text: 'dashboard.no_risk' });
});

const box = { title: '', node: 'here' as const, x: 0, y: 0, w: 3, h: 3 };
const unjudged = { period: 'month' as const, unit: '', decimals: 2, item: null, worse: null, warn: null, error: null };
const formula = { ...box, ...unjudged, kind: 'formula' as const, formula: 'cost_fact / volume_fact', view: 'number' as const };
const part = (id: number, name: string, value: number | null) => ({ id, name, kind: 'project' as const, value });
const answered = {
  type: 'number' as const,
  value: 0.5,
  fault: null,
  parts: [part(1, 'A', 0.25), part(2, 'B', null)],
  figures: [],
  series: null,
  state,
};

test('a formula is one figure with its light, or a table of the parts with all together first', () => {
  const judged = { ...formula, unit: 'm³', worse: 'above' as const, warn: 0.4, error: 0.5 };
  expect(formulaContent(judged, answered, words)).toMatchObject({
    kind: 'number',
    value: '0,50 m³',
    light: { text: '■ scoreboard.light_act', tone: 'error' },
    note: '',
  });
  expect(textsOf(formulaContent({ ...judged, view: 'parts' }, answered, words))).toEqual([
    ['dashboard.all_together', '0,50 m³', '■ scoreboard.light_act'],
    ['A', '0,25 m³', '● scoreboard.light_ok'],
    ['B', '–', '○ scoreboard.light_none'],
  ]);
  // A share is judged in per cent, as its limits are typed; what cannot be calculated says why.
  const share = { ...answered, type: 'percentage' as const };
  expect(formulaContent({ ...judged, unit: '', warn: 60, error: 80 }, share, words)).toMatchObject({
    value: '50,00 %',
    light: { tone: 'ok' },
  });
  const fault = { code: 'formula.division_by_zero', from: 0, to: 3, parameters: {} };
  expect(formulaContent(formula, { ...answered, value: null, fault }, words)).toMatchObject({
    value: '–',
    note: 'formula.division_by_zero',
  });
  expect(formulaContent(formula, { ...answered, type: null, value: null, fault }, words)).toEqual({
    kind: 'note',
    text: 'formula.division_by_zero',
  });
});

test('a formula is a curve of what it came to until the end of each period', () => {
  const curve = { ...formula, unit: 'm³', view: 'curve' as const };
  const series = { periods: ['2026-01-01', '2026-02-01', '2026-03-01'], values: [0.5, 0.25, null] };
  const content = formulaContent(curve, { ...answered, series }, words);
  expect(textsOf(content).map(([, value]) => value)).toEqual(['0,50 m³', '0,25 m³', '–']);
  expect(paperOf(content)).toMatchObject({ kind: 'chart', chart: { bars: false, isLevel: true, lines: [{ shown: [0.5, 0.25, null] }] } });
  expect(content).toMatchObject({ sentence: expect.stringContaining('0,25 m³') });
  for (const few of [null, { periods: ['2026-01-01'], values: [1] }])
    expect(formulaContent(curve, { ...answered, series: few }, words)).toEqual({ kind: 'note', text: 'dashboard.no_formula_curve' });
  const quarters = { periods: ['2026-01-01', '2026-04-01'], values: [0.5, 0.25] };
  const named = formulaContent({ ...curve, period: 'quarter' }, { ...answered, series: quarters }, words);
  expect(textsOf(named).map(([name]) => name)).toEqual(['2026-01-01', '2026-04-01'].map((first) => formatPeriod(first, 'quarter', words)));
  expect(JSON.stringify(named)).toContain('analytics.period_quarter');
});

test('every name of formulas over figures has words in each language', () => {
  for (const language of ['en', 'ru', 'fr'])
    for (const { name } of FORMULA_FIGURES) {
      const used: string[] = [];
      const noted = ((key: string) => (used.push(key), key)) as never;
      figureName(name, { t: noted, language });
      const known = ['analytics', 'dashboards', 'scoreboard', 'ui'].map((file) => textsIn(language, file)).join('');
      for (const key of used) expect(known, `${language} ${name}`).toContain(`"${key}"`);
    }
});
