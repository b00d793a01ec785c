import { type AiFact, FACT_KINDS, type FactKind } from '@gantry/contract';
import { type Language, LANGUAGES } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { type Example, examplesOf, type LearntRow } from './ai.examples.rules.ts';
import { openNames, stemOfName } from './ai.names.rules.ts';
import { narrativeOf } from './ai.narrative.rules.ts';
import { proposeParts } from './ai.propose.rules.ts';

test.each([
  ['Бетонирование стен 3-го этажа в осях А-Б', 'бетонир стен'],
  ['Устройство монолитных стен. Этаж 12', 'устройств монолитн стен'],
  ['Walls of storey 3, axes A-D/1-4', 'wall'],
  ['Étage 2', 'etag'],
  ['12/4', ''],
])('what %j says of the work', (name, stem) => expect(stemOfName(name)).toBe(stem));

test('names that are alike are found, the best first', () => {
  const find = openNames(['wall', 'reinforc wall', 'roof'].map((name) => name));
  expect(find('wall', 5, 0.4).map(({ at }) => at)).toEqual([0, 1]);
  expect(find('paint', 5, 0.4)).toEqual([]);
  expect(find('стен', 5, 0.4)).toEqual([]);
  expect(openNames(['кладк стен', 'стен'])('стен', 5, 0.4).map(({ at }) => at)).toEqual([1, 0]);
});

const row = (id: number, parentId: number | null, name: string, durationMinutes = 480, more: Partial<LearntRow> = {}): LearntRow => ({
  id,
  parentId,
  position: id,
  type: 'task',
  name,
  durationMinutes,
  volume: null,
  volumeUnit: '',
  ...more,
});
const tie = (predecessorId: number, successorId: number) => ({ predecessorId, successorId, type: 'fs' as const, lagMinutes: 0 });
const asked = { stem: stemOfName('Walls 3'), path: '', minutes: 0, volume: null, unit: '' };

test('rows with parts are examples, with the relations among these; one part says nothing', () => {
  const rows = [
    row(1, null, 'Block'),
    row(2, 1, 'Walls 1'),
    row(3, 2, 'Formwork'),
    row(4, 2, 'Concrete'),
    row(5, null, 'Roof'),
    row(6, 5, 'Tiles'),
  ];
  const examples = examplesOf(rows, [tie(3, 4), tie(4, 6)]);
  expect(examples.map(({ itemId, path, relations }) => ({ itemId, path, relations }))).toEqual([
    { itemId: 2, path: 'block', relations: [{ from: 0, to: 1, type: 'fs', lagMinutes: 0 }] },
  ]);
});

describe('a proposal', () => {
  const walls = (id: number, parts: [string, number][], more: Partial<LearntRow> = {}): Example => {
    const rows = [row(id, null, `Walls ${id}`, 0, more), ...parts.map(([name, minutes], at) => row(id * 100 + at, id, name, minutes))];
    return examplesOf(
      rows,
      parts.slice(1).map((_part, at) => tie(id * 100 + at, id * 100 + at + 1)),
    )[0];
  };
  const first = walls(1, [['Formwork', 480], ['Rebar', 960], ['Concrete', 480]]); // prettier-ignore
  const second = walls(2, [['Formwork', 480], ['Rebar', 480], ['Concrete', 480], ['Scan by drone', 60]]); // prettier-ignore
  const third = walls(4, [['Formwork', 960], ['Rebar', 960], ['Concreting', 480]]); // prettier-ignore

  test('has what most examples have, in their order, with medians', () => {
    const found = proposeParts(asked, [first, second, third]);
    expect(found?.parts.map(({ name, minutes, support }) => [name, minutes, support])).toEqual([
      ['Formwork', 480, 1],
      ['Rebar', 960, 1],
      ['Concrete', 480, 1],
    ]);
    expect(found?.relations.map(({ from, to, support }) => [from, to, support])).toEqual([
      [0, 1, 1],
      [1, 2, 1],
    ]);
  });
  test('takes the time that the row has along its longest chain', () => {
    const found = proposeParts({ ...asked, minutes: 3840 }, [first]);
    expect(found?.parts.map(({ minutes, share }) => [minutes, share])).toEqual([
      [960, 0.25],
      [1920, 0.5],
      [960, 0.25],
    ]);
  });
  test('scales volumes that are of the same unit', () => {
    const example = examplesOf(
      [
        row(1, null, 'Walls 1', 0, { volume: 10, volumeUnit: 'm3' }),
        row(2, 1, 'Rebar', 60, { volume: 0.5, volumeUnit: 't' }),
        row(3, 1, 'Concrete', 60, { volume: 10, volumeUnit: 'm3' }),
      ],
      [],
    );
    const found = proposeParts({ ...asked, volume: 30, unit: 'm3' }, example);
    expect(found?.parts.map(({ volume, unit }) => [volume, unit])).toEqual([
      [1.5, 't'],
      [30, 'm3'],
    ]);
    expect(proposeParts({ ...asked, volume: 30, unit: 'm2' }, example)?.parts.map(({ volume }) => volume)).toEqual([null, null]);
  });
  test('is none where nothing is like the row', () => {
    expect(proposeParts({ ...asked, stem: stemOfName('Lifts') }, [first, second])).toBeNull();
    expect(proposeParts({ ...asked, stem: '' }, [first])).toBeNull();
  });
});

/** Numbers of each kind of fact, small and large, so that each form of each word is asked for. */
const FACTS: Record<FactKind, (n: number) => AiFact['params']> = {
  counts: (n) => ({ works: n + 3, completed: n, in_progress: 1, not_started: 2 }),
  finish: () => ({ finish: '2027-03-09' }),
  slip: (n) => ({ days: n - 2, target: '2027-03-09' }),
  finish_moved: (n) => ({ days: 3 - n || 4, version: 'Baseline' }),
  progress: (n) => ({ progress: n + 0.5, planned: n + 7 }),
  pace: (n) => ({ index: n / 10, finish: '2027-03-09' }),
  overdue: (count) => ({ count }),
  late: (count) => ({ count }),
  negative_float: (count) => ({ count }),
  critical: (count) => ({ count, works: 2 * count, share: 12.5 }),
  driving: (count) => ({ count, first: 'Pit', last: 'Roof' }),
  health: (checks) => ({ checks, check: 'open_ends' }),
};

test.each(FACT_KINDS.map((kind) => [kind]))('%s: each language writes the numbers of the fact, and no other', (kind) => {
  for (const n of [1, 2, 3, 4, 5, 11, 21, 22, 25, 101, 1_204, 1_000_001]) {
    const params = FACTS[kind](n);
    const own = new Set(Object.values(params).flatMap((value) => (typeof value === 'number' ? [Math.abs(value)] : [])));
    const written = LANGUAGES.map((language) => {
      const [{ text, fact_ids }] = narrativeOf([{ id: 'F1', kind, params, refs: [], severity: 'info' }], language);
      expect(fact_ids).toEqual(['F1']);
      expect(text, language).not.toMatch(/undefined|NaN|null|\bF1\b/);
      const undated = text.replaceAll('09.03.2027', '');
      expect(undated !== text, `${language}: ${text}`).toBe(Object.values(params).includes('2027-03-09'));
      return numbersIn(undated, language);
    });
    for (const numbers of written) expect(numbers.filter((value) => !own.has(value))).toEqual([]);
    const [first, ...others] = written.map((numbers) => numbers.toSorted((a, b) => a - b));
    for (const other of others) expect(other).toEqual(first);
  }
});

/** The numbers of a text as its language writes them. */
function numbersIn(text: string, language: Language): number[] {
  const marks = new Map(new Intl.NumberFormat(language).formatToParts(1_234_567.5).map(({ type, value }) => [type, value]));
  const [group, decimal] = [marks.get('group') ?? '', marks.get('decimal') ?? ''];
  const pattern = new RegExp(`\\d[\\d${group}]*(?:\\${decimal}\\d+)?`, 'g');
  return [...text.matchAll(pattern)].map(([found]) => Number(found.replaceAll(group, '').replace(decimal, '.')));
}

test.each([
  ['en-US', 1, 'The plan has 4 works: 1 done, 1 in progress, 2 not started.'],
  ['ru', 2, 'В плане 5 работ: выполнено 2, идёт 1, не начато 2.'],
  ['fr', 1, 'Le plan compte 4 tâches. Achevées : 1, en cours : 1, non commencées : 2.'],
] as const)('works in %s: %d', (language, n, text) => {
  expect(narrativeOf([{ id: 'F1', kind: 'counts', params: FACTS.counts(n), refs: [], severity: 'info' }], language)[0].text).toBe(text);
});
