import {
  type AnyChange,
  type AttributeLevel,
  changesOf,
  type Diff,
  fieldsWithoutMoney,
  isOfMoney,
  type TableDiff,
  holdsMoney,
  type VersionRow,
  type VersionTable,
  withoutMoney,
} from '@gantry/domain';

type Attribute = VersionRow<'attribute'>;
type Value = VersionRow<'attributeValue'>;

/** What somebody may see and write of a version: of its attributes, and of what things cost. */
export type Mask = {
  /** Whether prices, costs and days of money are seen. */
  money: boolean;
  /** Attributes out of sight: for this person they are not there. */
  hidden: ReadonlySet<number>;
  /** Attributes that may be read and not written. */
  readOnly: ReadonlySet<number>;
  /** The level of an attribute by its row, also of one that the version has no more or not yet. */
  levelOf(attribute: Attribute): AttributeLevel;
};

/** Which attribute a value belongs to, by the value's id; of values that no longer are there, as far as the changes tell. */
type Owners = ReadonlyMap<number, number>;

/** What changes say of attributes and values that the version itself may hold no more. */
function reportedBy(diffs: readonly Diff[]): { attributes: Map<number, Attribute>; owners: Map<number, number> } {
  const attributes = new Map<number, Attribute>();
  const owners = new Map<number, number>();
  for (const { attribute, attributeValue } of diffs) {
    for (const row of [...(attribute?.removed ?? []), ...(attribute?.added ?? [])]) attributes.set(row.id, row);
    for (const row of [...(attributeValue?.removed ?? []), ...(attributeValue?.added ?? [])]) owners.set(row.id, row.attributeId);
  }
  return { attributes, owners };
}

/** Values whose attribute must be looked up: changed ones, which do not say it. */
export function unknownOwners(diffs: readonly Diff[]): number[] {
  const { owners } = reportedBy(diffs);
  const ids = diffs.flatMap(({ attributeValue }) => attributeValue?.updated.map(({ id }) => id) ?? []);
  return [...new Set(ids)].filter((id) => !owners.has(id));
}

/** The level of an attribute that a change speaks of; one that nobody knows any more is out of sight. */
function levelBy(mask: Mask, known: ReadonlySet<number>, reported: ReadonlyMap<number, Attribute>): (id: number) => AttributeLevel {
  return (id) => {
    if (known.has(id)) return mask.hidden.has(id) ? 'none' : mask.readOnly.has(id) ? 'read' : 'write';
    const row = reported.get(id);
    return row ? mask.levelOf(row) : 'none';
  };
}

/** Changes as somebody sees them: without what they say of attributes out of sight. */
export function maskDiffs(diffs: readonly Diff[], mask: Mask, known: ReadonlySet<number>, found: Owners): Diff[] {
  const { attributes, owners } = reportedBy(diffs);
  const level = levelBy(mask, known, attributes);
  const isSeen = (id: number) => level(id) !== 'none';
  const ofValue = (id: number) => owners.get(id) ?? found.get(id);
  return diffs.map((diff) => {
    const { attribute, attributeValue, ...rest } = diff;
    const masked: Diff = rest;
    const keep = <T extends 'attribute' | 'attributeValue'>(table: T, change: TableDiff<T>) => {
      if (change.added.length || change.updated.length || change.removed.length) Object.assign(masked, { [table]: change });
    };
    if (attribute)
      keep('attribute', {
        added: attribute.added.filter(({ id }) => isSeen(id)),
        updated: attribute.updated.filter(({ id }) => isSeen(id)),
        removed: attribute.removed.filter(({ id }) => isSeen(id)),
      });
    if (attributeValue)
      keep('attributeValue', {
        added: attributeValue.added.filter(({ attributeId }) => isSeen(attributeId)),
        updated: attributeValue.updated.filter(({ id }) => isSeen(ofValue(id) ?? 0)),
        removed: attributeValue.removed.filter(({ attributeId }) => isSeen(attributeId)),
      });
    return masked;
  });
}

/** Whether anything of a version is out of somebody's sight. */
export const hidesAnything = (mask: Mask | null): mask is Mask => mask !== null && (mask.hidden.size > 0 || !mask.money);

/** Whether a change speaks of attributes or their values at all. */
export const speaksOfAttributes = (diff: Diff): boolean => diff.attribute !== undefined || diff.attributeValue !== undefined;

/** Whether a change may tell money. */
export const speaksOfMoney = (diff: Diff): boolean => changesOf(diff).some(([table]) => table === 'daySeries' || holdsMoney(table));

/** Changes without what they say of money. `daysOfMoney`: series of days that are, as far as changes do not say it themselves. */
export function withoutMoneyIn(diffs: readonly Diff[], daysOfMoney: (id: number) => boolean): Diff[] {
  const reported = new Map<number, boolean>();
  for (const { daySeries } of diffs)
    for (const row of [...(daySeries?.added ?? []), ...(daySeries?.removed ?? [])]) reported.set(row.id, isOfMoney('daySeries', row));
  return diffs.map((diff) => {
    const masked: Diff = {};
    const keep = (table: VersionTable, change: AnyChange): void => void Object.assign(masked, { [table]: change });
    for (const [table, change] of changesOf(diff)) {
      if (table !== 'daySeries' && !holdsMoney(table)) keep(table, change);
      else {
        const [added, removed] = [change.added, change.removed].map((rows) =>
          rows.filter((row) => !isOfMoney(table, row)).map((row) => withoutMoney(table, row)),
        );
        const updated = change.updated
          .filter(({ id }) => table !== 'daySeries' || !(reported.get(id) ?? daysOfMoney(id)))
          .map(({ id, before, after }) => ({ id, before: fieldsWithoutMoney(table, before), after: fieldsWithoutMoney(table, after) }))
          .filter(({ after }) => Object.keys(after).length > 0);
        if (added.length || updated.length || removed.length) keep(table, { added, updated, removed });
      }
    }
    return masked;
  });
}

/**
 * The first attribute that a change would write without the right to; null where there is none. Values go with their row when it is
 * deleted, and come back with it when that is taken back: that is no writing of values.
 */
export function unwritable(
  diff: Diff,
  mask: Mask,
  known: ReadonlyMap<number, Attribute>,
  found: Owners,
  isTakenBack: boolean,
): { name: string; level: AttributeLevel } | null {
  const { attributes, owners } = reportedBy([diff]);
  const level = levelBy(mask, new Set(known.keys()), attributes);
  const gone = new Set(diff.wbs?.removed.map(({ id }) => id));
  const back = isTakenBack ? new Set(diff.wbs?.added.map(({ id }) => id)) : new Set<number>();
  const writes = (rows: readonly Value[], free: ReadonlySet<number>) =>
    rows.flatMap((row) => (free.has(row.itemId) ? [] : row.attributeId));
  const touched = [
    ...[...(diff.attribute?.added ?? []), ...(diff.attribute?.updated ?? []), ...(diff.attribute?.removed ?? [])].map(({ id }) => id),
    ...writes(diff.attributeValue?.removed ?? [], gone),
    ...writes(diff.attributeValue?.added ?? [], back),
    ...(diff.attributeValue?.updated ?? []).map(({ id }) => owners.get(id) ?? found.get(id) ?? 0),
  ];
  // Values that were typed under one name do not get another that their author may not write.
  for (const { id, after } of diff.attribute?.updated ?? []) {
    const row = known.get(id);
    const own = row && after.name !== undefined ? mask.levelOf({ ...row, ...after }) : 'write';
    if (own !== 'write') return { name: after.name ?? '', level: own };
  }
  for (const id of new Set(touched)) {
    const own = level(id);
    if (own !== 'write') return { name: (known.get(id) ?? attributes.get(id))?.name ?? '', level: own };
  }
  return null;
}
