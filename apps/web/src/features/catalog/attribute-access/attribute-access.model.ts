import type { AccessibleAttribute, api, AttributeRule, Output } from '@gantry/contract';
import { ATTRIBUTE_LEVELS, type AttributeLevel, BUILT_IN_ROLE_ID, narrowestLevel } from '@gantry/domain';

export type AttributeAccess = Output<typeof api.attributeAccess.list>;
export type AccessRole = AttributeAccess['roles'][number];

/** Unsaved changes by cell; null deletes the rule of this place. */
export type AccessDraft = ReadonlyMap<string, AttributeLevel | null>;

/** A cell of the matrix: its level, whether it is set here, and else the ancestor that sets it. */
export type AccessCell = {
  level: AttributeLevel;
  own: boolean;
  from: string | null;
  fixed: boolean;
  changed: boolean;
  /** Hidden because something is that its formula reads. */
  byFormula: boolean;
};

const keyOf = ({ attribute_id, name }: Pick<AccessibleAttribute, 'attribute_id' | 'name'>): string =>
  attribute_id === null ? name.toLowerCase() : `#${attribute_id}`;

/** The name of a cell in a draft. */
export const cellKey = (attribute: Pick<AccessibleAttribute, 'attribute_id' | 'name'>, roleId: number): string =>
  `${roleId} ${keyOf(attribute)}`;

/** The highest level that a role allows; rules cannot exceed it. */
const atMost = ({ reads, edits }: AccessRole): AttributeLevel => (edits ? 'write' : reads ? 'read' : 'none');

/** The cells of a matrix at a node; rules come with the nearest place first. */
export function accessCells(
  { rules, out_of_sight }: Pick<AttributeAccess, 'rules' | 'out_of_sight'>,
  nodeId: number,
  draft: AccessDraft,
): (attribute: AccessibleAttribute, role: AccessRole) => AccessCell {
  const found = new Map<string, AttributeRule[]>();
  for (const rule of rules) {
    const key = cellKey(rule, rule.role_id);
    found.set(key, [...(found.get(key) ?? []), rule]);
  }
  const unseen = new Set(out_of_sight.map((one) => cellKey(one, one.role_id)));
  return (attribute, role) => {
    const key = cellKey(attribute, role.id);
    const stated = found.get(key) ?? [];
    const before = stated.find(({ node_id }) => node_id === nodeId)?.level ?? null;
    const typed = draft.get(key);
    const own = typed === undefined ? before : typed;
    const above = stated.find(({ node_id }) => node_id !== nodeId);
    const most = atMost(role);
    const byFormula = own === null && !above && unseen.has(key);
    return {
      level: narrowestLevel([most, own ?? above?.level ?? (byFormula ? 'none' : 'write')]),
      byFormula,
      own: own !== null,
      from: own === null ? (above?.node_name ?? null) : null,
      // Owners have full access, and a role without reading gets none by a rule.
      fixed: role.id === BUILT_IN_ROLE_ID.owner || most === 'none',
      changed: typed !== undefined && typed !== before,
    };
  };
}

/** The levels that a rule can give a role, from the least. */
export const levelsFor = (role: AccessRole): readonly AttributeLevel[] =>
  ATTRIBUTE_LEVELS.slice(0, ATTRIBUTE_LEVELS.indexOf(atMost(role)) + 1);

/** The next level when a cell is pressed: round and round. */
export function nextLevel({ level }: AccessCell, role: AccessRole): AttributeLevel {
  const levels = levelsFor(role);
  return levels[(levels.indexOf(level) + levels.length - 1) % levels.length];
}

/** The changes of a draft to save. */
export function changesOf(access: AttributeAccess, nodeId: number, draft: AccessDraft) {
  const cellOf = accessCells(access, nodeId, draft);
  return access.attributes.flatMap((attribute) =>
    access.roles.flatMap((role) => {
      const { changed } = cellOf(attribute, role);
      const level = draft.get(cellKey(attribute, role.id)) ?? null;
      return changed ? [{ attribute_id: attribute.attribute_id, name: attribute.name, role_id: role.id, level }] : [];
    }),
  );
}

/** Where a key leads from a cell; null for other keys. */
export function movedBy(key: string, at: { row: number; column: number }, rows: number, columns: number) {
  const go = (row: number, column: number) => ({
    row: Math.min(Math.max(row, 0), rows - 1),
    column: Math.min(Math.max(column, 0), columns - 1),
  });
  switch (key) {
    case 'ArrowUp':
      return go(at.row - 1, at.column);
    case 'ArrowDown':
      return go(at.row + 1, at.column);
    case 'ArrowLeft':
      return go(at.row, at.column - 1);
    case 'ArrowRight':
      return go(at.row, at.column + 1);
    case 'Home':
      return go(at.row, 0);
    case 'End':
      return go(at.row, columns - 1);
    case 'PageUp':
      return go(0, at.column);
    case 'PageDown':
      return go(rows - 1, at.column);
    default:
      return null;
  }
}

const TYPED: Record<string, AttributeLevel | null> = { 1: 'none', 2: 'read', 3: 'write', Delete: null, Backspace: null };

/** What a key sets a cell to; undefined for other keys. */
export const levelTyped = (key: string, role: AccessRole): AttributeLevel | null | undefined => {
  const level = TYPED[key];
  return level === undefined || level === null || levelsFor(role).includes(level) ? level : undefined;
};
