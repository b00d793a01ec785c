import type { DurationRule, ItemType, RelationType } from '@gantry/domain';
import { plainUnit } from '@gantry/engine';
import { stemOfName } from './ai.names.rules.ts';

/** The row of a directory that a work carries, and how: what hours, duration and resources follow from. */
export type CarriedNorm = { directory_id: number; row_id: number; crew: number; rule: DurationRule };
/** A part of an example. */
export type ExampleChild = {
  name: string;
  stem: string;
  type: ItemType;
  minutes: number;
  volume: number | null;
  unit: string;
  norm: CarriedNorm | null;
};
/** How two parts of an example are tied, by their places among the children. */
export type ExampleRelation = { from: number; to: number; type: RelationType; lagMinutes: number };
/** A row of a plan that has parts, as later ones are divided by it. */
export type Example = {
  itemId: number;
  name: string;
  stem: string;
  /** Stems of the names above it. */
  path: string;
  volume: number | null;
  unit: string;
  children: ExampleChild[];
  relations: ExampleRelation[];
};

/** What of a row of a plan is learnt from. */
export type LearntRow = {
  id: number;
  parentId: number | null;
  position: number;
  type: ItemType;
  name: string;
  durationMinutes: number;
  volume: number | null;
  volumeUnit: string;
  /** The first row of a directory that people gave it, with the volume that it was given for. */
  carried?: (CarriedNorm & { volume: number | null; volumeUnit: string; unit: string }) | null;
};
export type LearntRelation = { predecessorId: number; successorId: number; type: RelationType; lagMinutes: number };

const FEWEST_PARTS = 2;
const MOST_PARTS = 60;

/** The rows of a plan that later ones can be divided by: those of two to sixty parts, with the relations among these. */
export function examplesOf(rows: readonly LearntRow[], relations: readonly LearntRelation[]): Example[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const below = new Map<number, LearntRow[]>();
  for (const row of rows) {
    if (row.parentId === null || !byId.has(row.parentId)) continue;
    const siblings = below.get(row.parentId);
    if (siblings) siblings.push(row);
    else below.set(row.parentId, [row]);
  }
  const places = new Map<number, { parent: number; at: number }>();
  const found = new Map<number, Example>();
  for (const [parentId, children] of below) {
    const parent = byId.get(parentId);
    if (!parent || children.length < FEWEST_PARTS || children.length > MOST_PARTS) continue;
    children.sort((a, b) => a.position - b.position || a.id - b.id);
    for (const [at, { id }] of children.entries()) places.set(id, { parent: parentId, at });
    found.set(parentId, {
      itemId: parentId,
      name: parent.name,
      stem: stemOfName(parent.name),
      path: pathOf(parent, byId),
      ...volumeOf(parent),
      children: children.map((child) => ({
        name: child.name,
        stem: stemOfName(child.name),
        type: child.type,
        minutes: child.durationMinutes,
        ...volumeOf(child),
        norm: normOf(child),
      })),
      relations: [],
    });
  }
  for (const { predecessorId, successorId, type, lagMinutes } of relations) {
    const [from, to] = [places.get(predecessorId), places.get(successorId)];
    if (from && to && from.parent === to.parent) found.get(from.parent)?.relations.push({ from: from.at, to: to.at, type, lagMinutes });
  }
  return [...found.values()].filter(({ stem }) => stem !== '');
}

type Amount = { volume: number | null; volumeUnit: string };
type Measured = Amount & { carried?: (Amount & { unit: string }) | null };

/** The volume of a row: its own, else that which its norm was given for. */
export function volumeOf({ volume, volumeUnit, carried }: Measured) {
  if (volume !== null || !carried || carried.volume === null) return { volume, unit: volumeUnit };
  return { volume: carried.volume, unit: carried.volumeUnit || plainUnit(carried.unit) };
}

function normOf({ carried }: LearntRow): CarriedNorm | null {
  if (!carried) return null;
  const { directory_id, row_id, crew, rule } = carried;
  return { directory_id, row_id, crew, rule };
}

const MOST_ABOVE = 4;

/** Stems of the names above a row, the nearest first. */
export function pathOf(row: Pick<LearntRow, 'parentId'>, byId: ReadonlyMap<number, Pick<LearntRow, 'id' | 'parentId' | 'name'>>): string {
  const above: string[] = [];
  const seen = new Set<number>();
  for (let id = row.parentId; id !== null && above.length < MOST_ABOVE && !seen.has(id);) {
    const parent = byId.get(id);
    if (!parent) break;
    seen.add(id);
    above.push(stemOfName(parent.name));
    id = parent.parentId;
  }
  return above.filter(Boolean).join(' / ');
}
