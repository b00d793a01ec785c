import { expect, it } from 'vitest';
import { linesOf } from '../../../ui/changes/changes.ts';
import { chosenParts, countChosen, partsByTable, plainRule } from './import.model.ts';

const parts = [
  { part: 'relation.add' as const, count: 2 },
  { part: 'calendar.update' as const, count: 1 },
  { part: 'wbs.add' as const, count: 3 },
  { part: 'wbs.delete' as const, count: 4 },
];

it('lists activities first, then the tables in their order, each with its kinds', () => {
  expect(partsByTable(parts).map(({ table, parts: own }) => [table, own.length])).toEqual([
    ['wbs', 2],
    ['relation', 1],
    ['calendar', 1],
  ]);
});

it('begins with what the upload chose, and with nothing for a comparison', () => {
  const choice = { add: true, update: false, delete: true };
  const chosen = chosenParts({ parts, choice, acceptable: true });
  expect([...chosen]).toEqual(['relation.add', 'wbs.add', 'wbs.delete']);
  expect(countChosen(parts, chosen)).toBe(9);
  expect(chosenParts({ parts, choice, acceptable: false }).size).toBe(0);
});

it('shows a row and then its fields', () => {
  expect(linesOf([{ id: 1, label: 'A10 Dig', fields: [{ field: 'name', before: 'a', after: 'b' }] }])).toEqual([
    { type: 'row', label: 'A10 Dig' },
    { type: 'field', field: 'name', before: 'a', after: 'b' },
  ]);
});

it('deletes nothing unless somebody asks for it', () => {
  expect(plainRule()).toMatchObject({ add: true, update: true, delete: false, download_scenario: 'new_version' });
});
