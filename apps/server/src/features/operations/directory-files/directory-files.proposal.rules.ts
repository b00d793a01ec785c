import type { DirectoryAttribute, DirectoryRow, DirectoryUploadReason, DirectoryUploadRule } from '@gantry/contract';
import type { SheetRow } from '@gantry/interchange';

/** What a line asks of a row: the row as it is to be, without its place. */
export type Line = {
  line: number;
  /** The row that it is; null for a new one. */
  before: DirectoryRow | null;
  row: DirectoryRow;
  /** The parent that the file states; undefined when it states none. */
  parent?: { id?: string; code?: string };
};
export type RefusedLine = { line: number; label: string; reason: DirectoryUploadReason; column: string | null; value: string | null };

/** What a file does to a directory. New rows have ids below zero. */
export type Proposal = {
  added: { line: number; row: DirectoryRow }[];
  changed: { line: number; before: DirectoryRow; row: DirectoryRow }[];
  removed: DirectoryRow[];
  refused: RefusedLine[];
  unchanged: number;
  /** Rows that the file does not have and that stay, because rows below them do. */
  parentsKept: number;
};

export const labelOf = ({ code, name, id }: Pick<DirectoryRow, 'code' | 'name' | 'id'>): string =>
  [code, name].filter(Boolean).join(' ') || (id > 0 ? `#${id}` : '');

/** Resolves lines with a duplicated key as the rule demands. */
export function settleDuplicates(
  rows: readonly SheetRow[],
  keyOf: (row: SheetRow) => string,
  { duplicates }: Pick<DirectoryUploadRule, 'duplicates'>,
): { lines: SheetRow[]; refused: { row: SheetRow; reason: DirectoryUploadReason }[] } {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  const seen = new Map<string, number>();
  const lines: SheetRow[] = [];
  const refused: { row: SheetRow; reason: DirectoryUploadReason }[] = [];
  for (const row of rows) {
    const key = keyOf(row);
    const place = (seen.get(key) ?? 0) + 1;
    seen.set(key, place);
    const count = counts.get(key) ?? 1;
    const counted = key === '' || count === 1 || (duplicates === 'first' && place === 1) || (duplicates === 'last' && place === count);
    if (counted) lines.push(row);
    else if (duplicates === 'refuse') refused.push({ row, reason: 'key_twice' });
  }
  return { lines, refused };
}

/** Matches lines with rows: additions, changes, duplicates, deletions. */
export function propose(
  rows: readonly DirectoryRow[],
  lines: readonly Line[],
  alreadyRefused: readonly RefusedLine[],
  attributes: readonly DirectoryAttribute[],
  rule: Pick<DirectoryUploadRule, 'missing' | 'update' | 'add'>,
  /** Rows that some line is, be it refused. */
  named: ReadonlySet<number>,
  sameRow: (before: DirectoryRow, row: DirectoryRow) => boolean,
): Proposal {
  const refused = new Map<number, RefusedLine>();
  const fresh: Line[] = [];
  const refuse = (line: Line, reason: DirectoryUploadReason, column: string | null = null, value: string | null = null): void => {
    if (!refused.has(line.line)) fresh.push(line);
    refused.set(line.line, { line: line.line, label: labelOf(line.row), reason, column, value });
  };
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const line of lines) if (!line.before && !rule.add) refuse(line, 'not_added');
  standThem(lines, rows, byId, refuse, refused);
  refuseCycles(lines, byId, refuse, refused);
  const below = Map.groupBy(lines, ({ row }) => row.parent_id);
  refuseOrphans(fresh.splice(0), below, refuse, refused);
  const refuseRepeats = openRepeats(rows, lines, attributes, refuse, refused);
  refuseRepeats([]);
  while (fresh.length) {
    const last = fresh.splice(0);
    refuseOrphans(last, below, refuse, refused);
    refuseRepeats([...last, ...fresh]);
  }
  const going = lines.filter(({ line }) => !refused.has(line));
  const moved = going.filter(({ before, row }) => before && !sameRow(before, row));
  const { removed, parentsKept } = rule.missing === 'remove' ? whatGoes(rows, going, named) : { removed: [], parentsKept: 0 };
  return {
    added: going.filter(({ before }) => !before).map(({ line, row }) => ({ line, row })),
    changed: rule.update ? moved.map(({ line, before, row }) => ({ line, before: before as DirectoryRow, row })) : [],
    removed,
    refused: [...alreadyRefused, ...refused.values()].sort((a, b) => a.line - b.line),
    unchanged: going.filter(({ before }) => before).length - (rule.update ? moved.length : 0),
    parentsKept,
  };
}

type Refuse = (line: Line, reason: DirectoryUploadReason, column?: string | null, value?: string | null) => void;
type Refused = ReadonlyMap<number, RefusedLine>;

/** Gives each line the parent that the file names: a row by its id, or a row or another line by its code. */
function standThem(
  lines: readonly Line[],
  rows: readonly DirectoryRow[],
  byId: ReadonlyMap<number, DirectoryRow>,
  refuse: Refuse,
  refused: Refused,
): void {
  const byCode = new Map(rows.filter(({ code }) => code).map((row) => [row.code.toLowerCase(), row.id]));
  for (const { row } of lines) if (row.code) byCode.set(row.code.toLowerCase(), row.id);
  for (const line of lines) {
    const { parent, row } = line;
    if (!parent || refused.has(line.line)) continue;
    if (parent.id) {
      const id = Number(parent.id);
      if (!byId.has(id)) refuse(line, 'parent_unknown', null, parent.id);
      else row.parent_id = id;
    } else if (parent.code) {
      const id = byCode.get(parent.code.toLowerCase());
      if (id === undefined) refuse(line, 'parent_unknown', null, parent.code);
      else row.parent_id = id;
    } else row.parent_id = null;
  }
}

/** Refuses lines that would be their own ancestors. */
function refuseCycles(lines: readonly Line[], byId: ReadonlyMap<number, DirectoryRow>, refuse: Refuse, refused: Refused): void {
  const own = new Map(lines.map((line) => [line.row.id, line]));
  const parentOf = (id: number): number | null => {
    const line = own.get(id);
    return line && !refused.has(line.line) ? line.row.parent_id : (byId.get(id)?.parent_id ?? null);
  };
  const sound = new Set<number>();
  for (const line of lines) {
    const path: number[] = [];
    const seen = new Set<number>();
    let at: number | null = line.row.id;
    while (at !== null && !sound.has(at) && !seen.has(at)) {
      seen.add(at);
      path.push(at);
      at = parentOf(at);
    }
    if (at === null || sound.has(at)) for (const id of path) sound.add(id);
    else
      for (const id of path.slice(path.indexOf(at))) {
        const part = own.get(id);
        if (part && part.row.parent_id !== part.before?.parent_id) refuse(part, 'ring');
      }
  }
}

/** Refuses lines directly below new lines that were refused last. */
function refuseOrphans(last: readonly Line[], below: ReadonlyMap<number | null, Line[]>, refuse: Refuse, refused: Refused): void {
  for (const { before, row } of last)
    if (!before) for (const line of below.get(row.id) ?? []) if (!refused.has(line.line)) refuse(line, 'parent_refused');
}

/** How often a code or a unique value stands in the directory as it would become, and the lines that state it. */
type Stated = {
  reason: 'code_taken' | 'not_unique';
  column: string | null;
  report(row: DirectoryRow): string | null;
  counts: Map<string, number>;
  lines: Map<string, Line[]>;
};

/**
 * Refuses codes and unique values that another row or line has as well; what is refused counts as it was. The first call looks at all lines
 * that are not refused. Each later one takes the lines refused since and looks only at values that rows keep because of them: a refused new
 * line makes values rarer, so that no other line becomes a repeat.
 */
function openRepeats(
  rows: readonly DirectoryRow[],
  lines: readonly Line[],
  attributes: readonly DirectoryAttribute[],
  refuse: Refuse,
  refused: Refused,
): (since: readonly Line[]) => void {
  const standing = new Set(lines.filter(({ line }) => !refused.has(line)));
  const next = new Map([...standing].map(({ row }) => [row.id, row]));
  const final = [...rows.map((row) => next.get(row.id) ?? row), ...[...standing].filter(({ before }) => !before).map(({ row }) => row)];
  const stated = (report: Stated['report'], reason: Stated['reason'], column: string | null): Stated => {
    const one: Stated = { reason, column, report, counts: new Map(), lines: new Map() };
    for (const row of final) count(one, row, 1);
    for (const line of standing) {
      const value = report(line.row);
      const same = value === null ? [] : one.lines.get(value);
      if (same) same.push(line);
      else if (value !== null) one.lines.set(value, [line]);
    }
    return one;
  };
  const all = [stated(({ code }) => code.toLowerCase() || null, 'code_taken', null)];
  for (const { id, unique, name, donor } of attributes)
    if (unique && !donor) all.push(stated(({ cells }) => (cells[id] === undefined ? null : String(cells[id])), 'not_unique', name));
  let isFirst = true;
  return (since) => {
    const gone = since.filter((line) => standing.delete(line));
    // Counts first: whoever is refused below is refused by what stood before.
    const kept = all.map((one) => gone.flatMap((line) => giveBack(one, line)));
    for (const [at, one] of all.entries())
      for (const value of isFirst ? one.lines.keys() : new Set(kept[at])) refuseRepeated(one, value, standing, refuse);
    isFirst = false;
  };
}

function count({ report, counts }: Stated, row: DirectoryRow, by: 1 | -1): string | null {
  const value = report(row);
  if (value !== null) counts.set(value, (counts.get(value) ?? 0) + by);
  return value;
}

/** Takes a refused line out of the counts; answers the value that its row keeps. */
function giveBack(one: Stated, { before, row }: Line): string[] {
  count(one, row, -1);
  const kept = before && count(one, before, 1);
  return kept === null ? [] : [kept];
}

function refuseRepeated(
  { reason, column, report, counts, lines }: Stated,
  value: string,
  standing: ReadonlySet<Line>,
  refuse: Refuse,
): void {
  if ((counts.get(value) ?? 0) < 2) return;
  for (const line of lines.get(value) ?? []) {
    if (!standing.has(line) || (line.before && report(line.before) === value)) continue;
    refuse(line, reason, column, reason === 'code_taken' ? line.row.code : value);
  }
}

/** Rows missing in the file, except ancestors of rows that stay. */
function whatGoes(
  rows: readonly DirectoryRow[],
  going: readonly Line[],
  named: ReadonlySet<number>,
): { removed: DirectoryRow[]; parentsKept: number } {
  const next = new Map(going.map(({ row }) => [row.id, row]));
  const parents = new Map(rows.map(({ id, parent_id }) => [id, (next.get(id) ?? { parent_id }).parent_id]));
  const kept = new Set<number>();
  const keepOver = (id: number | null): void => {
    for (let at = id; at !== null && !kept.has(at); at = parents.get(at) ?? null) kept.add(at);
  };
  for (const { id } of rows) if (named.has(id)) keepOver(id);
  for (const { row, before } of going) if (!before) keepOver(row.parent_id);
  const missing = rows.filter(({ id }) => !named.has(id));
  return { removed: missing.filter(({ id }) => !kept.has(id)), parentsKept: missing.filter(({ id }) => kept.has(id)).length };
}
