import { describe, expect, test } from 'vitest';
import {
  accessCells,
  type AccessRole,
  type AttributeAccess,
  cellKey,
  changesOf,
  levelTyped,
  movedBy,
  nextLevel,
} from './attribute-access.model.ts';

const role = (id: number, more: Partial<AccessRole> = {}): AccessRole => ({
  id,
  code: null,
  name: `R${id}`,
  reads: true,
  edits: true,
  ...more,
});
const [owner, planner, viewer] = [role(1, { code: 'owner' }), role(3), role(7, { edits: false })];
const attribute = (name: string, attribute_id: number | null = null) => ({
  attribute_id,
  name,
  type: 'number' as const,
  node_name: null,
  calculated: false,
});
const [budget, zone] = [attribute('Budget'), attribute('Zone', 40)];
const rule = (of: typeof budget, role_id: number, level: 'none' | 'read' | 'write', node_id: number) => ({
  attribute_id: of.attribute_id,
  name: of.name,
  role_id,
  level,
  node_id,
  node_name: `Node ${node_id}`,
});
const access: AttributeAccess = {
  attributes: [budget, zone],
  roles: [owner, planner, viewer],
  out_of_sight: [{ attribute_id: null, name: 'Total', role_id: 3 }],
  rules: [rule(budget, 3, 'read', 5), rule(budget, 3, 'none', 1), rule(zone, 3, 'none', 1)],
};

describe('the matrix of a node', () => {
  test('shows what is said here, what comes from above, and what nobody said', () => {
    const cell = accessCells(access, 5, new Map());
    expect(cell(budget, planner)).toEqual({ level: 'read', own: true, from: null, fixed: false, changed: false, byFormula: false });
    expect(cell(zone, planner)).toEqual({ level: 'none', own: false, from: 'Node 1', fixed: false, changed: false, byFormula: false });
    expect(cell(zone, viewer)).toMatchObject({ level: 'read', own: false, from: null });
    expect(cell(zone, owner)).toMatchObject({ level: 'write', fixed: true });
    expect(cell(zone, role(9, { reads: false, edits: false }))).toMatchObject({ level: 'none', fixed: true });
  });

  test('shows what is hidden with what its formula reads, until a rule says otherwise', () => {
    const total = { ...attribute('Total'), calculated: true };
    expect(accessCells(access, 5, new Map())(total, planner)).toMatchObject({ level: 'none', byFormula: true, own: false });
    const draft = new Map([[cellKey(total, 3), 'read' as const]]);
    expect(accessCells(access, 5, draft)(total, planner)).toMatchObject({ level: 'read', byFormula: false, own: true });
  });

  test('saves what is other than it was, and nothing else', () => {
    const draft = new Map([
      [cellKey(budget, 3), null],
      [cellKey(zone, 3), 'write' as const],
      [cellKey(zone, 7), null],
    ]);
    expect(accessCells(access, 5, draft)(budget, planner)).toMatchObject({ level: 'none', own: false, from: 'Node 1', changed: true });
    expect(changesOf(access, 5, draft)).toEqual([
      { attribute_id: null, name: 'Budget', role_id: 3, level: null },
      { attribute_id: 40, name: 'Zone', role_id: 3, level: 'write' },
    ]);
    expect(changesOf(access, 5, new Map([[cellKey(budget, 3), 'read']]))).toEqual([]);
  });

  test('goes round the levels that the role allows', () => {
    const cell = accessCells(access, 5, new Map());
    expect(nextLevel(cell(zone, viewer), viewer)).toBe('none');
    expect(nextLevel(cell(budget, planner), planner)).toBe('none');
    expect(nextLevel(cell(zone, planner), planner)).toBe('write');
    expect([levelTyped('3', viewer), levelTyped('3', planner), levelTyped('Delete', viewer), levelTyped('x', viewer)]).toEqual([
      undefined,
      'write',
      null,
      undefined,
    ]);
  });

  test.each([
    ['ArrowUp', { row: 0, column: 0 }, { row: 0, column: 0 }],
    ['ArrowDown', { row: 0, column: 1 }, { row: 1, column: 1 }],
    ['End', { row: 1, column: 0 }, { row: 1, column: 2 }],
    ['PageDown', { row: 0, column: 2 }, { row: 1, column: 2 }],
  ])('%s moves', (key, from, to) => {
    expect(movedBy(key, from, 2, 3)).toEqual(to);
  });
});
