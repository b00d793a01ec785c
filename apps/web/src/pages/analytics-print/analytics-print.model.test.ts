import { expect, it } from 'vitest';
import { printOf } from './analytics-print.model.ts';

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

it('prints a dashboard of the space, or of the node that the query names', () => {
  const dashboard = (value: string, node?: string) => printOf(9, { value, format: 'a3', node }, NODES);
  expect(dashboard('dashboard-7')).toEqual({ place: { kind: 'space', id: 9 }, kinds: [], paper: 'a3', dashboard: 7 });
  expect(dashboard('dashboard-usual', '3')).toMatchObject({ place: { kind: 'project', id: 3 }, dashboard: 'usual' });
  for (const none of ['4', '99', 'x']) expect(dashboard('dashboard-7', none).place).toBeNull();
  expect(dashboard('dashboard-x').place).toBeNull();
});
