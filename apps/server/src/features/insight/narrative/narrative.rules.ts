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
/** How many rows a line counts, what they add up to where it adds, and the first of them. */
export type ToldLine = Pick<NarrativeLine, 'count' | 'amount' | 'rows'>;
export type ToldLines = Partial<Record<NarrativeLineKey, ToldLine>>;

/** A line of what was found; `amountOf`: what it adds up. */
export function lineOf<T>(found: readonly T[], rowOf: (one: T) => ToldRow, amountOf?: (one: T) => number): ToldLine {
  const first = found.slice(0, MOST_NARRATIVE_ROWS);
  if (!amountOf) return { count: found.length, amount: null, rows: first.map(rowOf) };
  const amount = found.reduce((sum, one) => sum + amountOf(one), 0);
  return { count: found.length, amount, rows: first.map((one) => ({ ...rowOf(one), amount: amountOf(one) })) };
}

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
  return Object.fromEntries(Object.entries(CHANGES).map(([key, test]) => [key, lineOf(rows.filter(test), counted)]));
}

/** The lines of the two paths that decide the end, and of what has come onto the first and left it since the base. */
export function pathLines(
  [now, base]: readonly (readonly (readonly ToldRow[])[] | undefined)[],
  rows: readonly ComparedRow[],
  [baseId, nowId]: readonly [number, number],
): ToldLines {
  const at = (path: readonly ToldRow[] | undefined, version_id: number): ToldRow[] => (path ?? []).map((row) => ({ ...row, version_id }));
  const [first, second] = [at(now?.[0], nowId), at(now?.[1], nowId)];
  const line = (path: readonly ToldRow[]): ToldLine => lineOf(path, (row) => row);
  const own = { path_first: line(first), path_second: line(second) };
  if (!base) return own;
  const before = at(base[0], baseId);
  const pairs = rows.map(({ ids }) => ids);
  const onPath = (path: readonly ToldRow[]): Set<number> => new Set(path.map(({ id }) => id));
  const [isNow, wasOn] = [onPath(first), onPath(before)];
  const earlier = new Map(pairs.map(([was, is]) => [is, was]));
  const later = new Map(pairs.map(([was, is]) => [was, is]));
  return {
    ...own,
    path_joined: line(first.filter(({ id }) => !wasOn.has(earlier.get(id) ?? 0))),
    path_left: line(before.filter(({ id }) => !isNow.has(later.get(id) ?? 0))),
  };
}

/** Lines of checks that are not passed; `nameOf` knows the rows of the version. */
export function healthLines(
  findings: readonly { check: HealthCheckName; verdict: string; itemIds: readonly number[] }[],
  nameOf: (id: number) => ToldRow | undefined,
): ToldLines {
  const failed = findings.filter(({ verdict, itemIds }) => verdict === 'failed' && itemIds.length > 0);
  return Object.fromEntries(
    failed.map(({ check, itemIds }) => [
      `health_${check}`,
      lineOf(
        itemIds.flatMap((id) => nameOf(id) ?? []),
        (row) => row,
      ),
    ]),
  );
}

/** The sections of a narrative: lines that count nothing are left out, but those of the status. */
export function sectionsOf(lines: ToldLines, notes: ReadonlyMap<string, NonNullable<NarrativeLine['note']>>): Narrative['sections'] {
  return NARRATIVE_SECTION_NAMES.flatMap((section) => {
    const counted = NARRATIVE_SECTIONS[section].flatMap((key): NarrativeLine[] => {
      const line = lines[key];
      if (!line || (!line.count && section !== 'status')) return [];
      const unit = key.startsWith('labour_') ? 'hours' : key.startsWith('cost_') ? 'money' : null;
      return [{ key, unit, note: notes.get(key) ?? null, ...line }];
    });
    return counted.length ? [{ section, lines: counted }] : [];
  });
}
