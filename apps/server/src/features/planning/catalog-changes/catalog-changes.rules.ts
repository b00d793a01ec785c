import { type CatalogChange, columnsOf } from '@gantry/contract';
import {
  type AnyChange,
  type AnyRow,
  changesOf,
  type Diff,
  itemFieldOf,
  type JsonValue,
  type PLAN_TABLES,
  sameValue,
  type VersionRow,
  type VersionTable,
  type WbsRow,
} from '@gantry/domain';
import { sumOfMoney } from '@gantry/engine';

/** Up to so many versions are changed in one transaction, of which each holds its lock until the end. */
export const VERSIONS_TOGETHER = 50;

/** With more works than these no further version joins them. */
const WORKS_TOGETHER = 100_000;

/** The first of some versions, as many as are changed in one transaction by how many works change. */
export function together<T>(versions: readonly T[], worksOf: (version: T) => number, most = WORKS_TOGETHER): T[] {
  let works = 0;
  const end = versions.findIndex((version, index) => (works += worksOf(version)) > most && index > 0);
  return end < 0 ? [...versions] : versions.slice(0, end);
}

/** Work on more versions is long. */
export const FEW_VERSIONS = 10;

/** The kind of a job that changes so many versions: long ones keep no quick ones waiting. */
export const kindFor = (kind: string, versions: number): string => (versions > FEW_VERSIONS ? `${kind}_many` : kind);

export type PlanRows = Record<(typeof PLAN_TABLES)[number], (readonly unknown[])[]>;

/** Stored content of a proposal: the diff, the works that own its rows, and its description. */
export type ProposalContent = { diff: Diff; owners: Partial<Record<VersionTable, Record<number, number>>>; changes: CatalogChange[] };

/** The rows of a plan as they would be after a change. Fields of dates are none of what catalogs change. */
export function withDiff(rows: PlanRows, diff: Diff): PlanRows {
  const after = { ...rows };
  for (const [table, { added, updated, removed }] of changesOf(diff)) {
    if (!(table in rows)) continue;
    const names = columnsOf(table).map(({ name }) => name);
    const gone = new Set(removed.map(({ id }) => id));
    const changed = new Map(updated.map((one) => [one.id, one.after]));
    const at = names.indexOf('id');
    after[table as keyof PlanRows] = [
      ...rows[table as keyof PlanRows]
        .filter((values) => !gone.has(values[at] as number))
        .map((values) => {
          const patch = changed.get(values[at] as number);
          return patch ? values.map((value, index) => (names[index] in patch ? patch[names[index]] : value)) : values;
        }),
      ...added.map((row) => names.map((name) => row[name])),
    ];
  }
  return after;
}

/** The work that each row of a change is of; rows that are of none, as resources and calendars, are left out. */
export function ownersOf(diff: Diff, updatedOf: (table: VersionTable) => readonly AnyRow[]): ProposalContent['owners'] {
  const owners: ProposalContent['owners'] = {};
  for (const [table, { added, removed }] of changesOf(diff)) {
    const field = itemFieldOf(table);
    if (!field || table === 'wbs') continue;
    const own: Record<number, number> = (owners[table] = {});
    for (const row of [...added, ...removed, ...updatedOf(table)]) if (typeof row[field] === 'number') own[row.id] = row[field];
  }
  return owners;
}

/** The work that a row is of, 0 where it is of none. */
const ownerOf = (owners: ProposalContent['owners'], table: VersionTable, id: number): number =>
  table === 'wbs' ? id : (owners[table]?.[id] ?? 0);

/** Technical fields of a value, without meaning of their own. */
const INNER = new Set(['norm', 'resourceId', 'assignmentId', 'entered', 'broughtById', 'relationRowId', 'relationId']);

/** Dates of the works of a version by a calculation. */
export type Dates = ReadonlyMap<number, { start: string | null; finish: string | null; float: number | null }>;

export type DescribedVersion = {
  wbs: readonly WbsRow[];
  assignments: readonly VersionRow<'assignment'>[];
  nameOf(table: VersionTable, id: number): string;
  before: Dates | null;
  after: Dates | null;
  /** Values that works would display differently without a change of their own. */
  shown: ReadonlyMap<number, CatalogChange['fields']>;
};

/** The works that a change touches or moves, in the order of the rows, each with all that changes of it; first what is of no work. */
export function describeChanges(diff: Diff, owners: ProposalContent['owners'], version: DescribedVersion): CatalogChange[] {
  const fields = new Map<number, CatalogChange['fields']>();
  const costs = new Map<number, { before: number[]; after: number[] }>();
  const costOf = (item: number) => {
    const known = costs.get(item) ?? { before: [], after: [] };
    costs.set(item, known);
    return known;
  };
  const note = (item: number, field: CatalogChange['fields'][number]) => fields.set(item, [...(fields.get(item) ?? []), field]);
  for (const [table, { added, updated, removed }] of changesOf(diff)) {
    for (const [list, isAdded] of [[added, true] as const, [removed, false] as const])
      for (const row of list) {
        const label = labelOf(table, row, version);
        note(ownerOf(owners, table, row.id), {
          table,
          object: label,
          field: '',
          before: isAdded ? null : label,
          after: isAdded ? label : null,
        });
      }
    for (const { id, before, after } of updated as { id: number; before: Record<string, JsonValue>; after: Record<string, JsonValue> }[])
      for (const [field, value] of Object.entries(after))
        if (table === 'attribute' && field === 'options')
          for (const part of partsOf(before[field], value)) note(0, { table, object: version.nameOf(table, id), ...part });
        else if (!INNER.has(field))
          note(ownerOf(owners, table, id), { table, object: version.nameOf(table, id), field, before: before[field], after: value });
  }
  for (const [item, list] of version.shown) for (const field of list) note(item, field);
  const patched = new Map((diff.assignment?.updated ?? []).map((one) => [one.id, one.after]));
  const gone = new Set((diff.assignment?.removed ?? []).map(({ id }) => id));
  for (const row of version.assignments) {
    const cost = costOf(row.itemId);
    cost.before.push(row.plannedCost);
    if (!gone.has(row.id)) cost.after.push(patched.get(row.id)?.plannedCost ?? row.plannedCost);
  }
  for (const row of diff.assignment?.added ?? []) costOf(row.itemId).after.push(row.plannedCost);
  const durations = new Map((diff.wbs?.updated ?? []).map((one) => [one.id, one.after.durationMinutes]));
  const changes: CatalogChange[] = [];
  for (const row of version.wbs) {
    const [before, after] = [version.before?.get(row.id), version.after?.get(row.id)];
    const moves = before?.start !== after?.start || before?.finish !== after?.finish || before?.float !== after?.float;
    if (!fields.has(row.id) && !moves) continue;
    const cost = costOf(row.id);
    changes.push({
      item_id: row.id,
      code: row.code,
      name: row.name,
      start_before: before?.start ?? row.start,
      start_after: after?.start ?? row.start,
      finish_before: before?.finish ?? row.finish,
      finish_after: after?.finish ?? row.finish,
      float_before: before ? before.float : row.totalFloatMinutes,
      float_after: after ? after.float : row.totalFloatMinutes,
      duration_before: row.durationMinutes,
      duration_after: durations.get(row.id) ?? row.durationMinutes,
      cost_before: sumOfMoney(cost.before),
      cost_after: sumOfMoney(cost.after),
      fields: fields.get(row.id) ?? [],
    });
  }
  const shared = fields.get(0);
  return shared ? [{ ...NO_WORK, fields: shared }, ...changes] : changes;
}

const NO_WORK = {
  item_id: 0,
  code: '',
  name: '',
  start_before: null,
  start_after: null,
  finish_before: null,
  finish_after: null,
  float_before: null,
  float_after: null,
  duration_before: 0,
  duration_after: 0,
  cost_before: 0,
  cost_after: 0,
} as const;

/** The options of an attribute that change, each as a field of its own. */
function partsOf(before: JsonValue, after: JsonValue): { field: string; before: JsonValue; after: JsonValue }[] {
  const [old, now] = [before, after] as Record<string, JsonValue>[];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => !sameValue(old[field] ?? null, now[field] ?? null))
    .map((field) => ({ field, before: old[field] ?? null, after: now[field] ?? null }));
}

const labelOf = (table: VersionTable, row: AnyRow, version: DescribedVersion): string => {
  const own = [row['code'], row['name']].filter((text) => typeof text === 'string' && text !== '').join(' ');
  return own || (table === 'assignment' ? version.nameOf('resource', row['resourceId'] as number) : '');
};

/** Dates of a calculation: its results over the stored ones. */
export function datesOf(wbs: readonly WbsRow[], items: readonly { id: number; after: Partial<WbsRow> }[]): Dates {
  const found = new Map(items.map(({ id, after }) => [id, after]));
  return new Map(
    wbs.map(({ id, start, finish, totalFloatMinutes }) => {
      const after = found.get(id);
      return [
        id,
        {
          start: after && 'start' in after ? (after.start ?? null) : start,
          finish: after && 'finish' in after ? (after.finish ?? null) : finish,
          float: after && 'totalFloatMinutes' in after ? (after.totalFloatMinutes ?? null) : totalFloatMinutes,
        },
      ];
    }),
  );
}

/**
 * The part of a diff that belongs to some works; 0 stands for rows of no work. Shared additions come with the works that need them; shared
 * deletions only with the whole diff.
 */
export function chosenPart({ diff, owners }: Omit<ProposalContent, 'changes'>, chosen: ReadonlySet<number> | null): Diff {
  if (!chosen) return diff;
  const part: Record<string, AnyChange> = {};
  for (const [table, change] of changesOf(diff)) {
    const isChosen = ({ id }: { id: number }) => {
      const owner = ownerOf(owners, table, id);
      return owner !== 0 && chosen.has(owner);
    };
    part[table] = {
      added: change.added.filter(isChosen),
      updated: change.updated.filter((one) => isChosen(one) || (chosen.has(0) && ownerOf(owners, table, one.id) === 0)),
      removed: change.removed.filter(isChosen),
    };
  }
  const needed = new Set(
    (['assignment', 'directoryValue'] as const).flatMap((table) =>
      [...(part[table]?.added ?? []), ...(part[table]?.updated ?? []).map(({ after }) => after)].map((row) => row['resourceId']),
    ),
  );
  part['resource']?.added.push(...(diff.resource?.added ?? []).filter(({ id }) => needed.has(id)));
  part['directoryValue']?.added.push(
    ...(diff.directoryValue?.added ?? []).filter(({ itemId, resourceId }) => itemId === null && needed.has(resourceId)),
  );
  return Object.fromEntries(
    Object.entries(part).filter(([, { added, updated, removed }]) => added.length + updated.length + removed.length > 0),
  );
}

/** The latest finish of a version. */
export function latest(dates: Dates | null): string | null {
  let found: string | null = null;
  for (const { finish } of dates?.values() ?? []) if (finish !== null && (found === null || finish > found)) found = finish;
  return found;
}
