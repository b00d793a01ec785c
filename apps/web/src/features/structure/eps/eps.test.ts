import { describe, expect, it } from 'vitest';
import { commandsOf, creationsOf, dropTarget, groupsFor } from './eps.commands.model.ts';
import { keyAction } from './grid/eps.keys.model.ts';
import { countBelow, indexTree, pathTo, rowsOf } from './eps.model.ts';
import type { Node, Tree, Version } from './eps.queries.ts';

const at = '2026-01-01T00:00:00Z';
const node = (id: number, kind: Node['kind'], name: string, parent: number | null, position: number): Node => ({
  id,
  kind,
  name,
  parent_id: parent,
  position,
  created_at: at,
  updated_at: at,
});
const version = (id: number, schedule: number, name: string, more: Partial<Version> = {}): Version => ({
  id,
  schedule_id: schedule,
  name,
  kind: 'version',
  locked: false,
  revision: 1,
  calculation_status: 0,
  validity: 0,
  left_out: [],
  data_date: null,
  item_count: 0,
  created_at: at,
  updated_at: at,
  ...more,
});

/** Plant ▸ Unit 1 ▸ (Groups ▸ Piping ▸ Base), Civil; Unit 2. Listed out of order on purpose. */
const tree: Tree = {
  nodes: [
    node(5, 'schedule', 'Civil', 2, 2),
    node(3, 'schedule_group', 'Groups', 2, 1),
    node(1, 'facility', 'Plant', null, 1),
    node(4, 'schedule', 'Piping', 3, 1),
    node(6, 'project', 'Unit 2', 1, 2),
    node(2, 'project', 'Unit 1', 1, 1),
    node(7, 'schedule_group', 'Other', 6, 1),
  ],
  versions: [version(50, 4, 'Base', { kind: 'actual' }), version(51, 4, 'Draft')],
};
const index = indexTree(tree);
const all = { structure: true, plan: true, import: true, calculate: true, boards: true, estimates: true, people: false };
const none = { structure: false, plan: false, import: false, calculate: false, boards: false, estimates: false, people: false };
const rows = rowsOf(index, new Set());
const rowOf = (key: string) => {
  const row = rows.find((candidate) => candidate.key === key);
  if (!row) throw new Error(key);
  return row;
};
const outline = (list: typeof rows): string[] => list.map((row) => '  '.repeat(row.level) + row.name);

describe('rows', () => {
  it('stand in the order of positions, versions below their schedule', () => {
    expect(outline(rows)).toEqual([
      'Plant',
      '  Unit 1',
      '    Groups',
      '      Piping',
      '        Base',
      '        Draft',
      '    Civil',
      '  Unit 2',
      '    Other',
    ]);
  });

  it('leave out what is collapsed', () => {
    expect(outline(rowsOf(index, new Set(['n2'])))).toEqual(['Plant', '  Unit 1', '  Unit 2', '    Other']);
  });

  it('show under a filter the way to what matches, and what lies below it, even where it is collapsed', () => {
    expect(outline(rowsOf(index, new Set(['n2']), 'dra'))).toEqual(['Plant', '  Unit 1', '    Groups', '      Piping', '        Draft']);
    expect(outline(rowsOf(index, new Set(), 'PIPING'))).toEqual([
      'Plant',
      '  Unit 1',
      '    Groups',
      '      Piping',
      '        Base',
      '        Draft',
    ]);
    expect(rowsOf(index, new Set(), 'nothing')).toEqual([]);
  });

  it('count what lies below, each once', () => {
    expect(countBelow(index, [2])).toEqual({ nodes: 4, versions: 2 });
    expect(countBelow(index, [2, 4, 3])).toEqual({ nodes: 4, versions: 2 });
    expect(pathTo(index, 4).map(({ name }) => name)).toEqual(['Plant', 'Unit 1', 'Groups', 'Piping']);
  });
});

describe('commands', () => {
  const names = (key: string, rights = all) =>
    commandsOf(rowOf(key), index, rights)
      .flat()
      .map((command) => command.do);

  it('offer what the kind of row allows', () => {
    expect(names('n1')).toEqual(['create', 'upload-project', 'calculate', 'boards', 'reports', 'rename', 'delete']);
    expect(names('n2')).toEqual([
      'create',
      'create',
      'upload-many',
      'export',
      'calculate',
      'boards',
      'grid',
      'pipeline',
      'models',
      'reports',
      'estimates',
      'rename',
      'down',
      'delete',
    ]);
    expect(names('n6')).toEqual([
      'create',
      'create',
      'upload-many',
      'boards',
      'grid',
      'pipeline',
      'models',
      'estimates',
      'rename',
      'up',
      'delete',
    ]);
    expect(names('n3')).toEqual(['create', 'calculate', 'reports', 'rename', 'down', 'dissolve', 'delete']);
    expect(names('n4')).toEqual([
      'upload',
      'create-version',
      'export',
      'calculate',
      'boards',
      'reports',
      'move-to-group',
      'rename',
      'delete',
    ]);
    expect(names('v50')).toEqual(['open', 'compare', 'copy-version', 'upload', 'set-target', 'set-locked', 'rename', 'delete']);
    expect(names('v51')).toEqual([
      'open',
      'compare',
      'copy-version',
      'upload',
      'set-actual',
      'set-target',
      'set-locked',
      'rename',
      'delete',
    ]);
  });

  it('give others rights where the person may', () => {
    expect(names('n2', { ...none, people: true })).toContain('permissions');
    expect(names('n2', none)).not.toContain('permissions');
  });

  it('offer who may only read what reading allows', () => {
    expect(names('n4', none)).toEqual(['export', 'reports']);
    expect(names('v51', none)).toEqual(['open', 'compare']);
    expect(creationsOf(rowOf('v51'), index, () => none)).toEqual([]);
  });

  it('create from where a row stands, up to the top', () => {
    const list = creationsOf(rowOf('v51'), index, () => all).map(
      ({ command, under }) => `${command.do === 'create' ? command.kind : command.do} in ${under?.name ?? 'top'}`,
    );
    expect(list).toEqual([
      'upload in Piping',
      'create-version in Piping',
      'schedule in Groups',
      'schedule in Unit 1',
      'schedule_group in Unit 1',
      'project in Plant',
      'facility in top',
    ]);
  });

  it('move schedules among the groups of their own project only', () => {
    expect(groupsFor(4, index)).toEqual([{ do: 'move-to-group', groupId: null, name: 'Unit 1' }]);
    expect(groupsFor(5, index)).toEqual([{ do: 'move-to-group', groupId: 3, name: 'Groups' }]);
    expect(dropTarget(5, rowOf('n3'), index)).toMatchObject({ groupId: 3 });
    expect(dropTarget(4, rowOf('n2'), index)).toMatchObject({ groupId: null });
    for (const key of ['n7', 'n6', 'n5', 'v50']) expect(dropTarget(4, rowOf(key), index)).toBeNull();
    expect(dropTarget(5, rowOf('n2'), index)).toBeNull();
  });
});

describe('keys', () => {
  const press = (key: string, place: string, more: { ctrlKey?: boolean; shiftKey?: boolean } = {}) => {
    const plain = { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more };
    return keyAction(
      plain,
      rows,
      rows.findIndex((row) => row.key === place),
      3,
    );
  };

  it.each([
    ['ArrowDown', 'n1', { do: 'select', key: 'n2' }],
    ['ArrowUp', 'n1', { do: 'select', key: 'n1' }],
    ['ArrowDown', 'n7', { do: 'select', key: 'n7' }],
    ['ArrowDown', 'nothing', { do: 'select', key: 'n1' }],
    ['End', 'n1', { do: 'select', key: 'n7' }],
    ['PageDown', 'n1', { do: 'select', key: 'n4' }],
    ['ArrowRight', 'n2', { do: 'select', key: 'n3' }],
    ['ArrowLeft', 'v51', { do: 'select', key: 'n4' }],
    ['F2', 'n2', { do: 'rename' }],
    ['Delete', 'n2', { do: 'delete' }],
    ['Insert', 'n2', { do: 'create' }],
    ['Delete', 'nothing', null],
    ['a', 'n2', null],
  ])('%s on %s', (key, place, expected) => expect(press(key, place)).toEqual(expected));

  it('opens, folds and moves', () => {
    expect(press('Enter', 'v50')).toMatchObject({ do: 'open' });
    expect(press('ArrowLeft', 'n2')).toMatchObject({ do: 'toggle' });
    expect(press('ArrowUp', 'n6', { ctrlKey: true })).toEqual({ do: 'up' });
    expect(press('F10', 'n6', { shiftKey: true })).toMatchObject({ do: 'menu' });
    expect(press('F10', 'n6')).toBeNull();
  });
});
