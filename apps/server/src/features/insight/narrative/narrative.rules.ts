import {
  type ComparedRow,
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
    return { id: after ?? before ?? 0, version_id: after === null ? base : now, code: row.code, name: row.name };
  };
  return Object.fromEntries(Object.entries(CHANGES).map(([key, test]) => [key, rows.filter(test).map(counted)]));
}

/** The sections of a narrative: lines that count nothing are left out, but those of the status. */
export function sectionsOf(lines: ToldLines): Narrative['sections'] {
  return NARRATIVE_SECTION_NAMES.flatMap((section) => {
    const counted = NARRATIVE_SECTIONS[section].flatMap((key): NarrativeLine[] => {
      const rows = lines[key];
      if (!rows || (!rows.length && section !== 'status')) return [];
      return [{ key, count: rows.length, rows: rows.slice(0, MOST_NARRATIVE_ROWS) }];
    });
    return counted.length ? [{ section, lines: counted }] : [];
  });
}
