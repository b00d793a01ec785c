import {
  type ComparedRow,
  type HealthCheckName,
  MOST_NARRATIVE_ROWS,
  NARRATIVE_SECTION_NAMES,
  NARRATIVE_SECTIONS,
  type Narrative,
  type NarrativeLine,
  type NarrativeLineKey,
} from '@gantry/contract';

/** A row behind a number. */
export type ToldRow = NarrativeLine['rows'][number];
/** Rows by the line that they belong to. */
export type ToldLines = Partial<Record<NarrativeLineKey, readonly ToldRow[]>>;

const isMilestone = ({ type }: ComparedRow): boolean => type.startsWith('milestone');
const isLater = (now: string | null, before: string | null): boolean => now !== null && before !== null && now > before;

type Test = (row: ComparedRow) => boolean;
const differs =
  (kind: ComparedRow['kinds'][number]): Test =>
  ({ change, kinds }) =>
    change === 'changed' && kinds.includes(kind);
const leaf: Test = ({ type }) => type !== 'sum' && type !== 'draft';

/** Which rows a line of changes counts; the versions stand as base and now. */
const CHANGES: Partial<Record<NarrativeLineKey, Test>> = {
  added: ({ change }) => change === 'added',
  removed: ({ change }) => change === 'removed',
  later: (row) => leaf(row) && row.change !== 'added' && isLater(row.finish[1], row.finish[0]),
  earlier: (row) => leaf(row) && row.change !== 'added' && isLater(row.finish[0], row.finish[1]),
  durations: differs('durations'),
  logic: differs('logic'),
  constraints: differs('constraints'),
  calendars: differs('calendars'),
  progress: differs('progress'),
  people: differs('people'),
  resources: differs('resources'),
  volumes: differs('volumes'),
  costs: differs('costs'),
  milestones_moved: (row) => isMilestone(row) && row.finish[0] !== null && row.finish[1] !== null && row.finish[0] !== row.finish[1],
};

/** The lines that a comparison gives. */
export function changedLines(rows: readonly ComparedRow[], [base, now]: readonly [number, number]): ToldLines {
  const counted = (row: ComparedRow): ToldRow => {
    const [before, after] = row.ids;
    return { id: after ?? before ?? 0, version_id: after === null ? base : now, code: row.code, name: row.name, amount: null };
  };
  return Object.fromEntries(Object.entries(CHANGES).map(([key, test]) => [key, rows.filter(test).map(counted)]));
}

/** The lines of the two paths that decide the end, and of what has come onto the first and left it since the base. */
export function pathLines(
  [now, base]: readonly (readonly (readonly ToldRow[])[] | undefined)[],
  rows: readonly ComparedRow[],
  [baseId, nowId]: readonly [number, number],
): ToldLines {
  const at = (path: readonly ToldRow[] | undefined, version_id: number): ToldRow[] => (path ?? []).map((row) => ({ ...row, version_id }));
  const [first, second] = [at(now?.[0], nowId), at(now?.[1], nowId)];
  if (!base) return { path_first: first, path_second: second };
  const before = at(base[0], baseId);
  const pairs = rows.map(({ ids }) => ids);
  const onPath = (path: readonly ToldRow[]): Set<number> => new Set(path.map(({ id }) => id));
  const [isNow, wasOn] = [onPath(first), onPath(before)];
  const earlier = new Map(pairs.map(([was, is]) => [is, was]));
  const later = new Map(pairs.map(([was, is]) => [was, is]));
  return {
    path_first: first,
    path_second: second,
    path_joined: first.filter(({ id }) => !wasOn.has(earlier.get(id) ?? 0)),
    path_left: before.filter(({ id }) => !isNow.has(later.get(id) ?? 0)),
  };
}

/** Lines of checks that are not passed; `nameOf` knows the rows of the version. */
export function healthLines(
  findings: readonly { check: HealthCheckName; verdict: string; itemIds: readonly number[] }[],
  nameOf: (id: number) => ToldRow | undefined,
): ToldLines {
  const failed = findings.filter(({ verdict, itemIds }) => verdict === 'failed' && itemIds.length > 0);
  return Object.fromEntries(failed.map(({ check, itemIds }) => [`health_${check}`, itemIds.flatMap((id) => nameOf(id) ?? [])]));
}

/** The sections of a narrative: lines that count nothing are left out, but those of the status. */
export function sectionsOf(lines: ToldLines, notes: ReadonlyMap<string, NonNullable<NarrativeLine['note']>>): Narrative['sections'] {
  return NARRATIVE_SECTION_NAMES.flatMap((section) => {
    const counted = NARRATIVE_SECTIONS[section].flatMap((key): NarrativeLine[] => {
      const rows = lines[key];
      if (!rows || (!rows.length && section !== 'status')) return [];
      const unit = key.startsWith('labour_') ? 'hours' : key.startsWith('cost_') ? 'money' : null;
      const amount = unit && rows.reduce((sum, row) => sum + (row.amount ?? 0), 0);
      return [{ key, count: rows.length, amount, unit, note: notes.get(key) ?? null, rows: rows.slice(0, MOST_NARRATIVE_ROWS) }];
    });
    return counted.length ? [{ section, lines: counted }] : [];
  });
}
