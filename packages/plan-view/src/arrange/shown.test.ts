import { compileFilter, parseMinute, type RowFilter } from '@gantry/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { run, smallView } from '../testing/small-view.ts';
import {
  columnInfos,
  columnsFor,
  fieldsOfCell,
  fillValues,
  filterRows,
  type GroupingWords,
  groupLevels,
  groupPlan,
  layOutLinks,
  readersOf,
  type ScheduleView,
  setFields,
  shownRow,
  sortRows,
  startOfPeriod,
} from '../index.ts';

const collator = new Intl.Collator('en', { numeric: true });
let view: ScheduleView;
const namesAt = (at: ScheduleView, rows: Iterable<number>) => Array.from(rows, (each) => readersOf(at)('name')?.at(each));

beforeEach(() => {
  view = smallView();
});

describe('filtering', () => {
  const shownBy = (filter: RowFilter) => {
    const { test: passes } = compileFilter(filter, readersOf(view));
    const { hidden, matched } = run(filterRows(view, passes as (at: number) => boolean));
    return {
      matched,
      names: namesAt(
        view,
        [...hidden.keys()].filter((at) => hidden[at] === 0),
      ),
    };
  };

  test('keeps what passes and what stands above it', () => {
    expect(shownBy({ join: 'and', conditions: [{ column: 'executorId', operator: 'eq', value: 8 }] })).toEqual({
      matched: 1,
      names: ['Roof', 'Rafters'],
    });
    expect([...view.rows.flags].map((flags) => flags & 8)).toEqual([0, 0, 0, 8, 0, 0]);
  });

  test.each([
    ['status', 'eq', 'in_progress', ['Frame', 'Walls 10']],
    ['predecessors', 'exists', null, ['Frame', 'Walls 9']],
    ['successors', 'like', 'A3', ['Frame', 'Walls 10']],
    ['attribute:40', 'eq', 'north', ['Frame', 'Walls 9']],
    ['plannedCost', 'gte', 100, ['Frame', 'Walls 10']],
    ['start', 'range', ['2026-03-10', '2026-03-31'], ['Roof', 'Rafters']],
    ['id', 'filter_by_list', [2, 5], ['Frame', 'Walls 10', 'Roof', 'Rafters']],
    ['tint', 'colors', [2], ['Frame', 'Walls 10']],
    ['type', 'filter_by_list', ['milestone_finish'], ['Handover']],
  ] as const)('by %s %s %j', (column, operator, value, names) => {
    expect(shownBy({ join: 'and', conditions: [{ column, operator, value: value as never }] }).names).toEqual(names);
  });
});

describe('sorting', () => {
  const sortedBy = (column: string, direction: 1 | -1) =>
    namesAt(view, run(sortRows(view, { reader: readersOf(view)(column) as never, direction, collator })));

  test('siblings by a text as people read it, and back', () => {
    expect(sortedBy('name', 1)).toEqual(['Frame', 'Walls 9', 'Walls 10', 'Handover', 'Roof', 'Rafters']);
    expect(sortedBy('name', -1)).toEqual(['Roof', 'Rafters', 'Handover', 'Frame', 'Walls 10', 'Walls 9']);
  });

  test('empty cells come last both ways', () => {
    expect(sortedBy('executorId', 1).slice(0, 3)).toEqual(['Frame', 'Walls 9', 'Walls 10']);
    expect(sortedBy('executorId', -1).slice(0, 3)).toEqual(['Frame', 'Walls 9', 'Walls 10']);
  });
});

describe('grouping', () => {
  const words: GroupingWords = {
    language: 'en',
    t: (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key),
    date: String,
    monthYear: (month, year) => `${month}/${year}`,
    number: String,
    person: (id) => `Person ${id}`,
    calendar: String,
    specialty: String,
    minutesPerDay: 480,
  };
  const grouped = (
    levels: Parameters<typeof groupLevels>[0],
    more: { keeps?: (at: number) => boolean; isFolded?: (path: string) => boolean } = {},
  ) => {
    const infos = columnInfos(view.document, (key) => key.replace('column.', ''));
    const laid = run(
      groupPlan(view, groupLevels(levels, infos, readersOf(view), words), {
        keeps: more.keeps ?? null,
        sort: null,
        collator,
        subtotals: true,
        isFolded: more.isFolded ?? (() => false),
      }),
    );
    return { ...view, ...laid, links: layOutLinks(view.document, laid) };
  };
  const outline = (at: ScheduleView) =>
    Array.from({ length: at.rows.count }, (_, each) => {
      const title = at.slots[each] < 0 ? at.groups?.titles[-at.rows.id[each] - 1] : readersOf(at)('name')?.at(each);
      return `${'  '.repeat(at.rows.level[each])}${title}`;
    });

  test('rows without children stand under their values, empty ones last', () => {
    expect(outline(grouped([{ column: 'executorId', direction: 1, period: null }]))).toEqual([
      'executorId: Person 7 (1)',
      '  Walls 9',
      'executorId: Person 8 (1)',
      '  Rafters',
      'executorId: wbs.group_empty (2)',
      '  Walls 10',
      '  Handover',
    ]);
  });

  test('levels in levels, dates by month, from the last to the first', () => {
    const at = grouped([
      { column: 'start', direction: -1, period: 'month' },
      { column: 'status', direction: 1, period: null },
    ]);
    expect(outline(at)).toEqual([
      'start: 4/2026 (1)',
      '  status: status.not_started (1)',
      '    Walls 9',
      'start: 3/2026 (2)',
      '  status: status.in_progress (1)',
      '    Walls 10',
      '  status: status.not_started (1)',
      '    Rafters',
      'start: wbs.group_empty (1)',
      '  status: status.not_started (1)',
      '    Handover',
    ]);
    expect([...at.rows.end].slice(0, 4)).toEqual([3, 3, 3, 8]);
  });

  test('groups span their rows and sum their figures; links go on between the rows', () => {
    const at = grouped([{ column: 'start', direction: 1, period: 'month' }]);
    expect([at.rows.start[0], at.rows.finish[0]]).toEqual([parseMinute('2026-03-02T08:00'), parseMinute('2026-03-21T17:00')]);
    expect(readersOf(at)('plannedCost')?.at(0)).toBe(127.5);
    expect([at.links.count, at.links.predecessor[0], at.links.successor[0]]).toEqual([1, 1, 4]);
  });

  test('a filter leaves rows out and a folded group stays folded', () => {
    const at = grouped([{ column: 'status', direction: 1, period: null }], {
      keeps: (each) => each !== 5,
      isFolded: (path) => path.endsWith('in_progress'),
    });
    expect(outline(at)).toEqual([
      'status: status.in_progress (1)',
      '  Walls 10',
      'status: status.not_started (2)',
      '  Walls 9',
      '  Rafters',
    ]);
    expect([...at.rows.collapsed]).toEqual([1, 0, 0, 0, 0]);
  });

  test.each([
    ['day', '2026-05-14T00:00'],
    ['week', '2026-05-11T00:00'],
    ['month', '2026-05-01T00:00'],
    ['quarter', '2026-04-01T00:00'],
    ['year', '2026-01-01T00:00'],
  ] as const)('a date lies in its %s', (period, start) => {
    expect(startOfPeriod(parseMinute('2026-05-14T10:30') as number, period)).toBe(parseMinute(start));
  });
});

describe('columns', () => {
  const choices = { people: [{ value: 7, label: 'Ada Byron' }], specialties: [] };
  const texts = { t: (key: string) => key, date: (minute: number) => `@${minute}`, number: (value: number) => String(value) };
  const columns = () =>
    columnsFor(
      columnInfos(view.document, texts.t),
      ['code', 'executorId', 'plannedCost', 'predecessors', 'tint', 'attribute:40', 'gone'],
      ['code'],
      () => view,
      texts,
      choices,
    );
  const textOf = (id: string, at: number) =>
    columns()
      .find((column) => column.id === id)
      ?.text(at);

  test('a summary says how long it lasts and the least float below it; what is done has none', () => {
    const set = (id: number, fields: Record<string, unknown>) => setFields(view.document, 'wbs', id, fields);
    set(2, { totalFloatMinutes: -480, lateFinish: '2026-03-05T17:00', status: 'completed' });
    set(3, { totalFloatMinutes: 960, lateFinish: '2026-04-03T17:00' });
    fillValues(view.document, view);
    const shown = columnsFor(columnInfos(view.document, texts.t), ['durationMinutes', 'totalFloatMinutes'], [], () => view, texts, choices);
    const cells = shown.filter(({ id }) => id !== 'name').map(({ text }) => text(0));
    // Around the clock from 2 March 8:00 to 2 April 17:00, in days of eight hours.
    expect(cells).toEqual([String((31 * 24 + 9) / 8), '2']);
    expect(readersOf(view)('totalFloatMinutes')?.at(0)).toBe(960);
    expect(shownRow(view, 0)).toMatchObject({ totalFloatMinutes: 960, start: '2026-03-02T08:00', finish: '2026-04-02T17:00' });
  });

  test('an executor is chosen among those who have the specialty of the work', () => {
    const people = [
      { value: 7, label: 'Ada', specialties: [3] },
      { value: 8, label: 'Bob' },
      { value: 9, label: 'Cy', specialties: [3], executor: true },
    ];
    const offered = (some: typeof people, specialtyId: number | null) => {
      setFields(view.document, 'wbs', 2, { specialtyId });
      const all = columnsFor(columnInfos(view.document, texts.t), ['executorId', 'specialtyId'], [], () => view, texts, {
        people: some,
        specialties: [{ value: 3, label: 'Welder' }],
      });
      const row = view.rowOfId.get(2) ?? -1;
      const column = (id: string) => all.find((one) => one.id === id);
      return [column('specialtyId')?.text(row), ...(column('executorId')?.options?.(row) ?? []).map(({ label }) => label)];
    };
    expect(offered(people.slice(0, 2), null)).toEqual(['', 'wbs.nobody', 'Ada', 'Bob']);
    expect(offered(people.slice(0, 2), 3)).toEqual(['Welder', 'wbs.nobody', 'Ada']);
    expect(offered(people, 3)).toEqual(['Welder', 'wbs.nobody', 'Cy']);
    expect(offered(people.slice(1, 2), 3)).toEqual(['Welder', 'wbs.nobody', 'Bob']);
    expect(offered([], 4)).toEqual(['#4', 'wbs.nobody']);
  });

  test('the tree column is always there, unknown ones are left out', () => {
    expect(columns().map(({ id, frozen, tree }) => [id, frozen, tree ?? false])).toEqual([
      ['name', false, true],
      ['code', true, false],
      ['executorId', false, false],
      ['plannedCost', false, false],
      ['predecessors', false, false],
      ['tint', false, false],
      ['attribute:40', false, false],
    ]);
  });

  test('cells are written by their type; a summary sums figures', () => {
    expect([textOf('executorId', 2), textOf('executorId', 4), textOf('executorId', 1)]).toEqual(['Ada Byron', '#8', '']);
    expect([textOf('plannedCost', 1), textOf('plannedCost', 0), textOf('plannedCost', 2)]).toEqual(['120.5', '120.5', '']);
    expect([textOf('predecessors', 2), textOf('tint', 1), textOf('attribute:40', 2)]).toEqual(['A2SS+2', 'tint.2', 'North']);
  });

  test('what a formula cannot divide is told at works, not at their summaries', () => {
    setFields(view.document, 'attribute', 40, { type: 'number', options: { formula: '1 / 0' } });
    expect([textOf('attribute:40', 0), textOf('attribute:40', 1)]).toEqual(['', 'formula.division_by_zero']);
  });

  test('what is chosen or typed becomes the fields of the row', () => {
    expect(fieldsOfCell('executorId', '7')).toEqual({ executorId: 7 });
    expect(fieldsOfCell('executorId', '')).toEqual({ executorId: null });
    expect(fieldsOfCell('inScope', '')).toEqual({ inScope: null });
    expect(fieldsOfCell('start', parseMinute('2026-03-02T08:00'))).toEqual({ start: '2026-03-02T08:00' });
    expect(fieldsOfCell('deadline', null)).toEqual({ deadline: null });
    expect(fieldsOfCell('progress', 0.5)).toEqual({ progress: 0.5 });
  });
});
