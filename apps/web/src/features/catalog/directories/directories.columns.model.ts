import type { DirectoryAttribute, DirectoryCell, DirectoryRow } from '@gantry/contract';
import { type ColumnReader, isMaskKind, NO_DATE, parseMinute, type ReaderOf, type WbsColumnType, writeMasked } from '@gantry/domain';
import type { CellOption, GanttColumn } from '@gantry/scene';
import { formatNumber } from '../../../lib/numbers.ts';
import type { ConditionColumn } from '../../../ui/conditions/conditions.ts';
import { shortDate } from '../../../ui/gantt/labels.ts';
import type { DirectoryDocument, LaidRows } from './directories.document.model.ts';

/** A row of another directory that donor columns can name. */
export type DonorRows = ReadonlyMap<number, ReadonlyMap<number, { code: string; name: string }>>;

/** Words and records of the space that cells are written with. */
export type CellSource = {
  t(key: string): string;
  people: readonly CellOption[];
  measures: readonly CellOption[];
  /** By the id of the directory: its name and its rows. */
  donorNames: ReadonlyMap<number, string>;
  donors: DonorRows;
};

/** A column of the grid of a directory: the three that every row has, a donor row for each directory that gives, then the attributes. */
export type DirectoryColumn = {
  id: string;
  title: string;
  type: WbsColumnType;
  width: number;
  editable: boolean;
  attribute: DirectoryAttribute | null;
  donorOf: number | null;
};

/** Grid types of attribute types; others are text. */
const TYPES: Partial<Record<DirectoryAttribute['type'], WbsColumnType>> = {
  number: 'number',
  date: 'date',
  money: 'money',
  percentage: 'percentage',
  list: 'list',
  flag: 'flag',
  person: 'executor',
  measure: 'number',
};
const WIDTHS: Partial<Record<WbsColumnType, number>> = { string: 160, list: 132, executor: 144, date: 96, flag: 88 };
const USUAL_WIDTH = 108;

export const columnOfAttribute = (id: number): string => `attribute:${id}`;

/** The columns of a directory in their order. */
export function directoryColumns(
  heads: readonly DirectoryAttribute[],
  { t, donorNames }: Pick<CellSource, 't' | 'donorNames'>,
): DirectoryColumn[] {
  const plain = { attribute: null, donorOf: null, editable: true };
  const attributes = [...heads].sort((a, b) => a.position - b.position || a.id - b.id);
  const donors = new Set(attributes.flatMap(({ donor }) => donor?.directory_id ?? []));
  return [
    { ...plain, id: 'code', title: t('directory.code'), type: 'string', width: 132 },
    { ...plain, id: 'name', title: t('ui.name'), type: 'string', width: 280 },
    { ...plain, id: 'measure', title: t('directory.measure'), type: 'list', width: 92 },
    ...[...donors].map((donorOf) => ({
      ...plain,
      id: `donor:${donorOf}`,
      title: `⇠ ${donorNames.get(donorOf) ?? t('directory.other')}`,
      type: 'string' as const,
      width: 150,
      donorOf,
    })),
    ...attributes.map((attribute) => {
      const type = TYPES[attribute.type] ?? 'string';
      return {
        id: columnOfAttribute(attribute.id),
        title: `${attribute.name}${attribute.unit ? `, ${attribute.unit}` : ''}${attribute.required ? ' *' : ''}`,
        type,
        width: WIDTHS[type] ?? USUAL_WIDTH,
        editable: attribute.donor === null,
        attribute,
        donorOf: null,
      };
    }),
  ];
}

/** The value of a row in a column. */
export function cellOf(row: DirectoryRow, { id, attribute, donorOf }: DirectoryColumn): DirectoryCell {
  if (attribute) return row.cells[attribute.id] ?? null;
  if (donorOf !== null) return row.donors[donorOf] ?? null;
  if (id === 'measure') return row.measure_id;
  return id === 'code' ? row.code : row.name;
}

/** The list that cells of a column are chosen from, null where they are typed. */
function optionsOf(column: DirectoryColumn, document: DirectoryDocument, source: CellSource): CellOption[] | null {
  const { attribute } = column;
  if (column.id === 'measure') return [...source.measures];
  if (attribute?.type === 'person') return [...source.people];
  if (attribute?.type === 'list') {
    const list = document.lists.find(({ id }) => id === attribute.list_id);
    return (list?.values ?? []).map(({ id, text }) => ({ value: id, label: text }));
  }
  if (attribute?.type !== 'flag') return null;
  return [
    { value: 'true', label: source.t('ui.yes') },
    { value: 'false', label: source.t('ui.no') },
  ];
}

/** How cells of a column are written: an id of a list, a person or a unit as its text. */
export function cellWriter(column: DirectoryColumn, document: DirectoryDocument, source: CellSource): (cell: DirectoryCell) => string {
  const { type, attribute, donorOf } = column;
  const labels = new Map((optionsOf(column, document, source) ?? []).map(({ value, label }) => [String(value), label]));
  if (donorOf !== null) {
    const rows = source.donors.get(donorOf);
    return (cell) => (typeof cell === 'number' ? donorText(rows?.get(cell)) : '');
  }
  return (cell) => {
    if (cell === null) return '';
    const label = labels.get(String(cell));
    if (label !== undefined) return label;
    if (typeof cell === 'boolean') return source.t(cell ? 'ui.yes' : 'ui.no');
    if (typeof cell === 'number' && attribute) return numberText(cell, type);
    if (attribute && isMaskKind(attribute.type)) return writeMasked(attribute.type, String(cell));
    const minute = type === 'date' ? parseMinute(String(cell)) : null;
    return minute === null ? String(cell) : shortDate(minute);
  };
}

const donorText = (row: { code: string; name: string } | undefined): string => (row ? row.code || row.name : '');

const numberText = (value: number, type: WbsColumnType): string => {
  if (type === 'percentage') return `${plainNumber(value * 100)} %`;
  return type === 'money' ? formatNumber(value) : plainNumber(value);
};
/** Norms have as many decimals as they have. */
const plainNumber = (value: number): string => {
  const [, decimals = ''] = String(Math.round(value * 1e9) / 1e9).split('.');
  return formatNumber(value, { decimals: Math.min(decimals.length, 9) });
};

const FIGURES: ReadonlySet<WbsColumnType> = new Set(['number', 'money', 'percentage']);

/** Values of cells for sorting, filtering and grouping; list values as text. */
export function readersOf(
  columns: readonly DirectoryColumn[],
  view: () => LaidRows,
  writerOf: (id: string) => (cell: DirectoryCell) => string,
): ReaderOf {
  const rowAt = (row: number): DirectoryRow | undefined => {
    const { slots, list } = view();
    return list[slots[row]];
  };
  const at = (column: DirectoryColumn, row: number): DirectoryCell => {
    const record = rowAt(row);
    return record ? cellOf(record, column) : null;
  };
  return (id): ColumnReader | null => {
    const column = columns.find((each) => each.id === id);
    if (!column) return null;
    if (FIGURES.has(column.type) || column.type === 'executor')
      return {
        kind: 'number',
        at: (row) => {
          const value = at(column, row);
          return typeof value === 'number' ? value : Number.NaN;
        },
      };
    if (column.type === 'date')
      return {
        kind: 'minute',
        at: (row) => {
          const value = at(column, row);
          return typeof value === 'string' ? (parseMinute(value) ?? NO_DATE) : NO_DATE;
        },
      };
    if (column.type === 'flag')
      return {
        kind: 'text',
        at: (row) => {
          const value = at(column, row);
          return value === null ? '' : String(value);
        },
      };
    const write = writerOf(id);
    return { kind: 'text', at: (row) => write(at(column, row)) };
  };
}

/** The columns that conditions can be about. */
export const conditionColumns = (columns: readonly DirectoryColumn[], document: DirectoryDocument, source: CellSource): ConditionColumn[] =>
  columns.map((column) => {
    const { id, title, type } = column;
    const options = optionsOf(column, document, source)?.map(({ value, label }) => ({
      value: type === 'list' ? label : String(value),
      label,
    }));
    return { id, title, type, options: options ?? null };
  });

/** Columns of the grid over a changing view. */
export function gridColumns(
  columns: readonly DirectoryColumn[],
  source: CellSource,
  view: () => LaidRows & { document: DirectoryDocument },
  faults: () => ReadonlyMap<number, ReadonlyMap<string, string>>,
  widths: Readonly<Record<string, number>>,
  narrow: boolean,
): GanttColumn[] {
  return columns.map((column) => {
    const { id, type, attribute } = column;
    const { document } = view();
    const write = cellWriter(column, document, source);
    const options = optionsOf(column, document, source);
    const record = (row: number): DirectoryRow | undefined => view().list[view().slots[row]];
    const made: GanttColumn = {
      id,
      title: column.title,
      width: widths[id] ?? column.width,
      fits: widths[id] === undefined && id !== 'name',
      text: (row) => {
        const at = record(row);
        if (at) return write(cellOf(at, column));
        const { groups, rows } = view();
        return id === 'name' ? (groups?.titles[-rows.id[row] - 1] ?? '') : '';
      },
      editable: (row) => column.editable && record(row) !== undefined,
      fault: (row) => faults().get(view().rows.id[row])?.get(id) ?? '',
    };
    if (id === 'code' || (id === 'name' && !narrow)) made.frozen = true;
    if (id === 'name') made.tree = true;
    if (FIGURES.has(type)) made.align = 'right';
    if (FIGURES.has(type) || type === 'date') made.exact = true;
    if (attribute?.donor) made.tone = () => 'muted';
    if (!column.editable) return made;
    const valueAt = (row: number): DirectoryCell => {
      const at = record(row);
      return at ? cellOf(at, column) : null;
    };
    if (options) {
      made.editor = 'select';
      made.options = () => [{ value: '', label: '–' }, ...options];
      made.value = (row) => {
        const value = valueAt(row);
        return typeof value === 'boolean' ? String(value) : value;
      };
      if (attribute?.type === 'flag') made.align = 'center';
    } else if (type === 'date') {
      made.editor = 'date';
      made.value = (row) => {
        const value = valueAt(row);
        return typeof value === 'string' ? (parseMinute(value) ?? value) : value;
      };
    } else {
      made.editor = type === 'percentage' ? 'percentage' : FIGURES.has(type) ? 'number' : 'text';
      if (FIGURES.has(type)) made.value = valueAt;
    }
    return made;
  });
}
