import { expect, it } from 'vitest';
import { DEFAULT_PRINT_FORMAT } from '@gantry/domain';
import { lightsOf } from '../../features/insight/analytics/paper/analytics.paper.model.ts';
import { namesAbove, paperOfFormat, printOf, tablesOfBoard, wordOfPaper } from './analytics-print.model.ts';

const NODES = [
  { id: 3, kind: 'project' },
  { id: 4, kind: 'folder' },
];
const of = (value: string, format = 'a4') => printOf(9, { value, format }, NODES);

it('prints a measure of the space, a node, a version; nothing of what is not there or has no figures', () => {
  expect(of('labour')).toEqual({ place: { kind: 'space', id: 9 }, kinds: ['labour'], paper: 'a4' });
  expect(of('3')).toMatchObject({ place: { kind: 'project', id: 3 }, kinds: ['cost', 'labour', 'count'] });
  expect(of('version-12')).toMatchObject({ place: { kind: 'version', id: 12 } });
  for (const none of ['4', '5', 'version-', 'version-x', '', '3 or 1']) expect(of(none).place).toBeNull();
});

it('takes the sheet that the address names, in any case, and A4 for others', () => {
  expect([of('3', 'A0').paper, of('3', 'a3').paper, of('3', 'pdf').paper]).toEqual(['a0', 'a3', 'a4']);
});

it('takes a format of prints by its id, and knows the paper that it is on', () => {
  expect(of('3', 'format-12').paper).toBe(12);
  expect([wordOfPaper(12), wordOfPaper('a2')]).toEqual(['format-12', 'a2']);
  expect(of('preset-7')).toMatchObject({ dashboard: 7 });
  expect(paperOfFormat(DEFAULT_PRINT_FORMAT)).toBe('a3');
  expect(paperOfFormat({ ...DEFAULT_PRINT_FORMAT, sheet_width: 421 })).toBeNull();
});

it('tells tiles as tables, numbers as one of a line, and leaves out what has no figures', () => {
  const table = { head: ['Month', 'Plan'], rows: [[{ text: 'May' }, { text: '1 200', exact: 1200.4, tone: 'error' as const }]] };
  const tiles = [
    { title: 'Cost', content: { kind: 'table' as const, table } },
    { title: 'Works', content: { kind: 'table' as const, table: { ...table, head: [] } } },
    { title: 'SPI', content: { kind: 'number' as const, value: '0.97', exact: 0.9712, light: { text: '▲ Watch' }, below: '' } },
    { title: 'Note', content: { kind: 'text' as const, text: 'Words', muted: false } },
  ];
  expect(tablesOfBoard(tiles)).toEqual([
    {
      name: 'Cost',
      rows: [
        ['Month', 'Plan'],
        [{ text: 'May' }, { text: '1 200', exact: 1200.4, tone: 'error' }],
      ],
    },
    { name: 'Works', rows: [['Works'], ...table.rows] },
    { name: 'SPI', rows: [['SPI'], [{ text: '0.97', exact: 0.9712 }, '▲ Watch']] },
  ]);
});

it('names what a place lies in, by kind, the lowest of a kind', () => {
  const node = (id: number, parent_id: number | null, kind: string, name: string) => ({ id, parent_id, kind, name });
  const nodes = [
    node(1, null, 'folder', 'All'),
    node(2, 1, 'folder', 'North'),
    node(3, 2, 'project', 'Bridge'),
    node(4, 3, 'schedule', 'Main'),
  ];
  expect(Object.fromEntries(namesAbove(nodes, 4))).toEqual({ folder: 'North', project: 'Bridge', schedule: 'Main' });
  expect(namesAbove(nodes, null).size).toBe(0);
});

it('prints a dashboard of the space, or of the node that the query names', () => {
  const dashboard = (value: string, node?: string) => printOf(9, { value, format: 'a3', node }, NODES);
  expect(dashboard('dashboard-7')).toEqual({ place: { kind: 'space', id: 9 }, kinds: [], paper: 'a3', dashboard: 7 });
  expect(dashboard('dashboard-usual', '3')).toMatchObject({ place: { kind: 'project', id: 3 }, dashboard: 'usual' });
  for (const none of ['4', '99', 'x']) expect(dashboard('dashboard-7', none).place).toBeNull();
  expect(dashboard('dashboard-x').place).toBeNull();
});

it('explains the signs of lights that occur among figures, the worst first', () => {
  const words = { t: ((key: string) => key) as never, language: 'en' };
  const number = { kind: 'number' as const, value: '1', light: { text: '● fine', tone: 'ok' as const }, below: '■ two red' };
  const table = { kind: 'table' as const, table: { head: [], rows: [[{ text: '○ North' }, { text: '▲' }]] } };
  const legend = lightsOf([number, table, { kind: 'text', text: '▲ typed by hand', muted: false }], words);
  expect(legend.map(({ text }) => text)).toEqual(['■ scoreboard.light_act', '● scoreboard.light_ok', '○ scoreboard.light_none']);
  expect(lightsOf([], words)).toEqual([]);
});
