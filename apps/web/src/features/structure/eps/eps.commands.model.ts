import type { NodeKind } from '@gantry/domain';
import type { TreeIndex, StructureRow } from './eps.model.ts';
import type { Node } from './eps.queries.ts';
import { CHILD_KINDS, pathTo } from './eps.model.ts';

/** What can be done with a row of the structure. */
export type StructureCommand =
  | { do: 'open' }
  | { do: 'create'; kind: NodeKind }
  | { do: 'upload' }
  | { do: 'upload-many' }
  | { do: 'upload-project' }
  | { do: 'calculate' }
  | { do: 'export' }
  | { do: 'parity' }
  | { do: 'create-version' }
  | { do: 'move-to-group'; groupId: number | null; name: string }
  | { do: 'rename' }
  | { do: 'up' }
  | { do: 'down' }
  | { do: 'set-actual' }
  | { do: 'set-target'; target: boolean }
  | { do: 'copy-version' }
  | { do: 'compare' }
  | { do: 'boards' }
  | { do: 'grid' }
  | { do: 'pipeline' }
  | { do: 'reports' }
  | { do: 'estimates' }
  | { do: 'models' }
  | { do: 'permissions' }
  | { do: 'set-locked'; locked: boolean }
  | { do: 'dissolve' }
  | { do: 'delete' };

/** The person's rights in the space. */
export type StructureRights = {
  structure: boolean;
  plan: boolean;
  import: boolean;
  calculate: boolean;
  boards: boolean;
  estimates: boolean;
  /** Whether they give others rights. */
  people: boolean;
};

/** Commands of a row, in the order of its menu; a nested list is a group with a line above it. */
export function commandsOf(row: StructureRow, index: TreeIndex, rights: StructureRights): StructureCommand[][] {
  const groups = row.type === 'version' ? versionCommands(row, rights) : nodeCommands(row, index, rights);
  return groups.filter((group) => group.length > 0);
}

function versionCommands({ version }: Extract<StructureRow, { type: 'version' }>, rights: StructureRights): StructureCommand[][] {
  const files: StructureCommand[] = version.item_count ? [{ do: 'export' }, { do: 'parity' }] : [];
  if (!rights.plan) return [[{ do: 'open' }, { do: 'compare' }], files];
  return [
    [{ do: 'open' }, { do: 'compare' }, { do: 'copy-version' }],
    [...(rights.import ? [{ do: 'upload' as const }] : []), ...files],
    [
      ...(version.kind === 'actual' ? [] : [{ do: 'set-actual' as const }]),
      { do: 'set-target', target: version.kind !== 'target' },
      { do: 'set-locked', locked: !version.locked },
    ],
    [{ do: 'rename' }, { do: 'delete' }],
  ];
}

function nodeCommands(row: Extract<StructureRow, { type: 'node' }>, index: TreeIndex, rights: StructureRights): StructureCommand[][] {
  const { node } = row;
  const schedule = node.kind === 'schedule';
  const fill: StructureCommand[] = [];
  if (schedule && rights.import) fill.push({ do: 'upload' });
  if (schedule && rights.plan) fill.push({ do: 'create-version' });
  if (node.kind === 'facility' && rights.structure && rights.import) fill.push({ do: 'upload-project' });
  if (node.kind === 'project' && rights.structure && rights.import) fill.push({ do: 'upload-many' });
  const hasVersions = schedulesBelow(node.id, index).some((id) => versionsOf(id, index).length > 0);
  if (hasVersions && (schedule || node.kind === 'project')) fill.push({ do: 'export' });
  if (hasVersions && rights.calculate) fill.push({ do: 'calculate' });
  const beside: StructureCommand[] = rights.boards && node.kind !== 'schedule_group' ? [{ do: 'boards' }] : [];
  if (node.kind === 'project') beside.push({ do: 'grid' }, { do: 'pipeline' }, { do: 'models' });
  if (hasVersions) beside.push({ do: 'reports' });
  if (node.kind === 'project' && rights.estimates) beside.push({ do: 'estimates' });
  if (rights.people) beside.push({ do: 'permissions' });
  if (!rights.structure) return [fill, beside];
  const siblings = index.children.get(node.parent_id) ?? [];
  const place = siblings.findIndex((sibling) => sibling.id === node.id);
  const shift: StructureCommand[] = [];
  if (place > 0) shift.push({ do: 'up' });
  if (place < siblings.length - 1) shift.push({ do: 'down' });
  return [
    [...CHILD_KINDS[node.kind].map((kind) => ({ do: 'create' as const, kind })), ...fill],
    beside,
    schedule ? groupsFor(node.id, index) : [],
    [{ do: 'rename' }, ...shift],
    [...(node.kind === 'schedule_group' ? [{ do: 'dissolve' as const }] : []), { do: 'delete' }],
  ];
}

/** The schedules at a node or anywhere below it. */
export function schedulesBelow(id: number, index: TreeIndex): number[] {
  if (index.nodes.get(id)?.kind === 'schedule') return [id];
  return (index.children.get(id) ?? []).flatMap((child) => schedulesBelow(child.id, index));
}

const versionsOf = (scheduleId: number, index: TreeIndex) =>
  [...index.versions.values()].filter((version) => version.schedule_id === scheduleId);

/** Node kinds that can be created at a row: below it and below each ancestor. */
export function creationsOf(
  row: StructureRow | null,
  index: TreeIndex,
  rightsAt: (nodeId: number | null) => StructureRights,
): { command: StructureCommand; under: Node | null }[] {
  return creationsAt(row && (row.type === 'version' ? row.version.schedule_id : row.node.id), index, rightsAt);
}

/** What can be made below a node and below each one above it; null: at the top alone. */
export function creationsAt(
  nodeId: number | null,
  index: TreeIndex,
  rightsAt: (nodeId: number | null) => StructureRights,
): { command: StructureCommand; under: Node | null }[] {
  const from = nodeId === null ? [] : pathTo(index, nodeId);
  const list: { command: StructureCommand; under: Node | null }[] = [];
  for (const node of from.toReversed()) {
    const rights = rightsAt(node.id);
    if (node.kind === 'schedule' && rights.import) list.push({ command: { do: 'upload' }, under: node });
    if (node.kind === 'schedule' && rights.plan) list.push({ command: { do: 'create-version' }, under: node });
    if (rights.structure) for (const kind of CHILD_KINDS[node.kind]) list.push({ command: { do: 'create', kind }, under: node });
  }
  if (rightsAt(null).structure) list.push({ command: { do: 'create', kind: 'facility' }, under: null });
  return list;
}

/** Where a schedule may go: the groups of its project that it is not in, and out of its group. */
export function groupsFor(scheduleId: number, index: TreeIndex): Extract<StructureCommand, { do: 'move-to-group' }>[] {
  const path = pathTo(index, scheduleId);
  const project = path.find((node) => node.kind === 'project');
  const parent = path.at(-2);
  if (!project || !parent) return [];
  const groups = (index.children.get(project.id) ?? []).filter((node) => node.kind === 'schedule_group' && node.id !== parent.id);
  const out = parent.kind === 'schedule_group' ? [{ do: 'move-to-group' as const, groupId: null, name: project.name }] : [];
  return [...out, ...groups.map((group) => ({ do: 'move-to-group' as const, groupId: group.id, name: group.name }))];
}

/** The move that dropping a schedule on a row means; null where it means none. */
export function dropTarget(scheduleId: number, row: StructureRow, index: TreeIndex): { groupId: number | null } | null {
  if (row.type !== 'node') return null;
  const { node } = row;
  const moves = groupsFor(scheduleId, index);
  if (node.kind === 'schedule_group') return moves.find(({ groupId }) => groupId === node.id) ?? null;
  const project = pathTo(index, scheduleId).find((step) => step.kind === 'project');
  return node.id === project?.id ? (moves.find(({ groupId }) => groupId === null) ?? null) : null;
}

export function faceOf(command: StructureCommand): { text: string; values?: Record<string, unknown>; shortcut?: string; grave?: boolean } {
  switch (command.do) {
    case 'create':
      return { text: `eps.create_${command.kind}` };
    case 'move-to-group':
      return command.groupId === null
        ? { text: 'schedules.move_out', values: { name: command.name } }
        : { text: 'schedules.move_to', values: { name: command.name } };
    case 'set-locked':
      return { text: command.locked ? 'versions.lock' : 'versions.unlock' };
    case 'set-target':
      return { text: command.target ? 'versions.set_target' : 'versions.unset_target' };
    case 'copy-version':
      return { text: 'versions.copy_to' };
    case 'compare':
      return { text: 'compare.open' };
    case 'boards':
      return { text: 'boards.title' };
    case 'grid':
      return { text: 'gwbs.title' };
    case 'pipeline':
      return { text: 'pipe.title' };
    case 'reports':
      return { text: 'report_form.title' };
    case 'estimates':
      return { text: 'estimate.title' };
    case 'models':
      return { text: 'model.title' };
    case 'permissions':
      return { text: 'grants.permissions' };
    case 'set-actual':
      return { text: 'versions.set_actual' };
    case 'create-version':
      return { text: 'versions.create' };
    case 'upload':
      return { text: 'import.upload' };
    case 'upload-many':
      return { text: 'batch.import' };
    case 'upload-project':
      return { text: 'batch.import_project' };
    case 'calculate':
      return { text: 'batch.calculate' };
    case 'export':
      return { text: 'export.open' };
    case 'parity':
      return { text: 'parity.open' };
    case 'dissolve':
      return { text: 'schedules.dissolve' };
    case 'open':
      return { text: 'versions.open', shortcut: 'Enter' };
    case 'rename':
      return { text: 'ui.rename', shortcut: 'F2' };
    case 'up':
      return { text: 'eps.up', shortcut: 'Ctrl+↑' };
    case 'down':
      return { text: 'eps.down', shortcut: 'Ctrl+↓' };
    case 'delete':
      return { text: 'ui.delete', shortcut: 'Del', grave: true };
  }
}
