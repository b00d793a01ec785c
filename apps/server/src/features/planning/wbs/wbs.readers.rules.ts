import {
  attributeOfColumn,
  type ColumnReader,
  fieldsOf,
  indicatorOfColumn,
  type JsonValue,
  type LinkSide,
  NO_DATE,
  optionsOfAttribute,
  parseMinute,
  type ReaderOf,
  type RelationRow,
  valueFinder,
  type VersionRow,
  type WbsRow,
} from '@gantry/domain';

/** What filters and sorting read of a version. */
export type VersionContent = {
  rows: readonly WbsRow[];
  relations: readonly RelationRow[];
  /** Relations to rows of other schedules, told by how those are called. */
  outside: readonly { itemId: number; side: LinkSide; name: string }[];
  assignments: readonly VersionRow<'assignment'>[];
  attributes: readonly VersionRow<'attribute'>[];
  values: readonly VersionRow<'attributeValue'>[];
  /** What the formula of an attribute gives, by row; null where it gives nothing. */
  calculated?(attributeId: number): ReadonlyMap<number, JsonValue> | null;
  /** What an indicator says of rows, by row; null where it does not apply. */
  indicator?(indicatorId: number): ReadonlyMap<number, string> | null;
};

const KINDS = new Map(fieldsOf('wbs').map(({ name, kind }) => [name, kind]));

/** Readers of the columns of rows, by their place in the list; what relations, assignments and attributes need is gathered when asked for. */
export function readersOf(content: VersionContent): ReaderOf {
  const known = new Map<string, ColumnReader | null>();
  return (column) => {
    let reader = known.get(column);
    if (reader === undefined) known.set(column, (reader = readerOf(content, column)));
    return reader;
  };
}

function readerOf(content: VersionContent, column: string): ColumnReader | null {
  const { rows } = content;
  const kind = KINDS.get(column);
  const value = (row: number): unknown => rows[row][column as keyof WbsRow];
  if (kind === 'minute') {
    const minutes = Int32Array.from(rows, (_row, index) => minuteOrNone(value(index)));
    return { kind: 'minute', at: (row) => minutes[row] };
  }
  if (kind === 'int' || kind === 'float' || kind === 'ref' || kind === 'id')
    return { kind: 'number', at: (row) => (value(row) as number | null) ?? Number.NaN };
  if (kind === 'text' || kind === 'word' || kind === 'flag') return { kind: 'text', at: (row) => textOf(value(row)) };
  const attribute = attributeOfColumn(column);
  if (attribute !== null) return attributeReader(content, attribute);
  const indicator = indicatorOfColumn(column);
  if (indicator !== null) {
    const texts = content.indicator?.(indicator);
    return texts ? { kind: 'text', at: (row) => texts.get(rows[row].id) ?? '' } : null;
  }
  return derivedReader(content, column);
}

const minuteOrNone = (value: unknown): number => (typeof value === 'string' ? (parseMinute(value) ?? NO_DATE) : NO_DATE);
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

function attributeReader({ rows, attributes, values, calculated }: VersionContent, id: number): ColumnReader | null {
  const attribute = attributes.find((candidate) => candidate.id === id);
  if (!attribute) return null;
  const byItem = new Map(values.filter(({ attributeId }) => attributeId === id).map(({ itemId, value }) => [itemId, value]));
  const parents = new Map(rows.map((row) => [row.id, row.parentId]));
  const find = valueFinder(
    optionsOfAttribute(attribute.options),
    (item) => byItem.get(item),
    (item) => parents.get(item) ?? null,
  );
  const results = optionsOfAttribute(attribute.options).formula ? calculated?.(id) : null;
  const at = (row: number): unknown => (results ? results.get(rows[row].id) : find(rows[row].id)?.value);
  if (attribute.type === 'date') return { kind: 'minute', at: (row) => minuteOrNone(at(row)) };
  if (attribute.type === 'number' || attribute.type === 'money' || attribute.type === 'percentage')
    return { kind: 'number', at: (row) => numberOf(at(row)) };
  return { kind: 'text', at: (row) => textOf(at(row)) };
}

const numberOf = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() ? Number(value) : Number.NaN;

const SUMS = { plannedUnits: 'plannedUnits', actualUnits: 'actualUnits', plannedCost: 'plannedCost', actualCost: 'actualCost' } as const;

function derivedReader({ rows, relations, outside, assignments }: VersionContent, column: string): ColumnReader | null {
  if (column in SUMS) {
    const field = SUMS[column as keyof typeof SUMS];
    const sums = new Map<number, number>();
    for (const assignment of assignments) sums.set(assignment.itemId, (sums.get(assignment.itemId) ?? 0) + assignment[field]);
    return { kind: 'number', at: (row) => sums.get(rows[row].id) ?? Number.NaN };
  }
  if (column !== 'predecessors' && column !== 'successors') return null;
  const codes = new Map(rows.map((row) => [row.id, row.code || row.name]));
  const [own, other] =
    column === 'predecessors' ? (['successorId', 'predecessorId'] as const) : (['predecessorId', 'successorId'] as const);
  const lists = new Map<number, string[]>();
  for (const relation of relations) {
    const code = codes.get(relation[other]) ?? '';
    const list = lists.get(relation[own]);
    if (list) list.push(code);
    else lists.set(relation[own], [code]);
  }
  for (const { itemId, side, name } of outside) {
    if (`${side}s` !== column) continue;
    const list = lists.get(itemId);
    if (list) list.push(name);
    else lists.set(itemId, [name]);
  }
  return { kind: 'text', at: (row) => lists.get(rows[row].id)?.join(', ') ?? '' };
}

/** Compares rows by a column; empty cells come last in both directions. */
export function comparatorOf(reader: ColumnReader, direction: 1 | -1): (a: number, b: number) => number {
  if (reader.kind === 'text')
    return (a, b) => {
      const [left, right] = [reader.at(a), reader.at(b)];
      if (left === '' || right === '') return (left === '' ? 1 : 0) - (right === '' ? 1 : 0);
      return direction * left.localeCompare(right, undefined, { numeric: true });
    };
  const empty = (value: number): boolean => (reader.kind === 'minute' ? value === NO_DATE : Number.isNaN(value));
  return (a, b) => {
    const [left, right] = [reader.at(a), reader.at(b)];
    if (empty(left) || empty(right)) return (empty(left) ? 1 : 0) - (empty(right) ? 1 : 0);
    return direction * (left - right);
  };
}
