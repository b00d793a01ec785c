import { attributeOfColumn, formatMinute, indicatorOfColumn, ITEM_TYPES, WBS_COLUMNS, type WbsColumnType } from '@gantry/domain';
import type { CellValue, GanttColumn } from '@gantry/scene';
import { COLUMN_TYPES, type ColumnSource, type ColumnTexts, type ColumnTypeMember, type SpaceChoices } from './column-types.ts';
import { attributeMember, indicatorMember } from './attribute-cells.ts';
import { columnsOutside } from '../values/columns-outside.ts';
import { attributeColumns, indicatorColumns } from '../values/attributes.ts';
import type { ScheduleDocument } from '../document/document.ts';
import { readersOf, TICKS } from '../values/readers.ts';
import type { ScheduleView } from '../rows/view.ts';

/** A column that the grid of a version can show. */
export type ColumnInfo = {
  id: string;
  type: WbsColumnType;
  title: string;
  editable: boolean;
  /** Why nobody types in it who sees it; only where that is a matter of rights. */
  locked?: string;
};

const TYPE_SUM = ITEM_TYPES.indexOf('sum');

/** Widths where the type's own does not fit; headers stand in them uncut in every language. */
const WIDTHS: Record<string, number> = {
  checked: 76,
  code: 84,
  name: 220,
  durationMinutes: 56,
  startLimitDate: 112,
  finishLimitDate: 112,
  remainingMinutes: 92,
  freeFloatMinutes: 100,
  actualStart: 108,
  actualFinish: 120,
  expectedFinish: 124,
  earlyStart: 108,
  earlyFinish: 120,
  lateStart: 120,
  lateFinish: 124,
  targetStart: 108,
  targetFinish: 124,
  suspendDate: 108,
  resumeDate: 116,
  deadline: 108,
  mandatory: 108,
  checklists: 92,
  asLateAsPossible: 124,
  critical: 92,
  longestPath: 108,
  plannedUnits: 108,
  actualUnits: 108,
};

/** Columns that are dates, progress or state of a summary's children: typed at tasks alone. */
const OF_TASKS = new Set([
  'start',
  'finish',
  'progress',
  'actualStart',
  'actualFinish',
  'startLimitDate',
  'finishLimitDate',
  'suspendDate',
  'resumeDate',
  'expectedFinish',
]);

const NONE_READ_ONLY: ReadonlySet<string> = new Set();

/** The columns of a version: those of every plan, then its attributes. */
export function columnInfos(
  document: ScheduleDocument,
  t: (key: string) => string,
  nameOfIndicator: (id: number) => string = String,
  readOnly: ReadonlySet<string> = NONE_READ_ONLY,
): ColumnInfo[] {
  const own = WBS_COLUMNS.map(({ id, type, editable }) => ({ id: id as string, type, title: t(`column.${id}`), editable }));
  return [
    { id: TICKS, type: 'flag', title: t('column.checked'), editable: true },
    ...own,
    ...attributeColumns(document).map((info) =>
      info.editable && readOnly.has(info.id) ? { ...info, editable: false, locked: t('attribute_access.read_only_column') } : info,
    ),
    ...indicatorColumns(document, nameOfIndicator),
    ...columnsOutside(document).map(({ id }): ColumnInfo => ({ id, type: 'string', title: t(`column.${id}`), editable: false })),
  ];
}

/** How the cells of a column are; an attribute that says yes or no is written out. */
const typeOf = (info: ColumnInfo): ColumnTypeMember =>
  info.type === 'flag' && attributeOfColumn(info.id) !== null ? COLUMN_TYPES.string : COLUMN_TYPES[info.type];

/** Whether a cell can be typed: not those of groups, and of summaries only what is not made of the rows below. */
export function isTyped(info: ColumnInfo, view: ScheduleView, row: number): boolean {
  if (!info.editable || view.slots[row] < 0) return false;
  const tasksOnly = (typeOf(info).tasksOnly === true && info.id !== TICKS) || OF_TASKS.has(info.id);
  return !tasksOnly || view.rows.type[row] !== TYPE_SUM;
}

/** Cells of attributes and indicators are their own. */
function memberOf(info: ColumnInfo, plain: ColumnTypeMember, view: () => ScheduleView): ColumnTypeMember {
  if (indicatorOfColumn(info.id) !== null) return indicatorMember(info.id);
  return attributeOfColumn(info.id) === null ? plain : attributeMember(info.id, plain, view().document);
}

/** A column of the grid over a view that may change under it. */
function columnOf(info: ColumnInfo, view: () => ScheduleView, texts: ColumnTexts, choices: SpaceChoices): GanttColumn {
  const source: ColumnSource = { id: info.id, view, reader: () => readersOf(view())(info.id), texts, ...choices };
  const type = memberOf(info, typeOf(info), view);
  const isGroup = (row: number): boolean => view().slots[row] < 0;
  const empty = (row: number): boolean => type.tasksOnly === true && info.id !== TICKS && view().rows.type[row] === TYPE_SUM;
  const { value, options, tint, tone, fault } = type;
  const column: GanttColumn = {
    id: info.id,
    title: info.title,
    width: WIDTHS[info.id] ?? type.width,
    text: (row) => {
      const shown = view();
      if (isGroup(row) && info.id === 'name') return shown.groups?.titles[-shown.rows.id[row] - 1] ?? '';
      if (isGroup(row) && shown.groups?.subtotals === false) return '';
      if (empty(row)) return type.ofSummary?.(source, row) ?? '';
      return type.text(source, row);
    },
    editable: (row) => isTyped(info, view(), row),
  };
  if (info.locked !== undefined) column.locked = info.locked;
  if (type.align) column.align = type.align;
  if (type.exact) column.exact = true;
  if (type.look) column.look = type.look;
  if (info.id === 'name') column.tree = true;
  if (info.editable && type.editor) column.editor = type.editor;
  if (value) column.value = (row) => (empty(row) ? null : value(source, row));
  if (options) column.options = (row) => options(source, row);
  if (tint) column.tint = (row) => tint(source, row);
  if (fault) column.fault = (row) => (isGroup(row) || view().rows.type[row] === TYPE_SUM ? '' : fault(source, row));
  if (tone) column.tone = (row) => (empty(row) ? 'plain' : tone(source, row));
  return column;
}

/** The columns to show, in their order; names that the version does not have are left out. The tree column is always among them. */
export function columnsFor(
  infos: readonly ColumnInfo[],
  shown: readonly string[],
  frozen: readonly string[],
  view: () => ScheduleView,
  texts: ColumnTexts,
  choices: SpaceChoices,
): GanttColumn[] {
  const byId = new Map(infos.map((info) => [info.id, info]));
  const ids = shown.includes('name') ? shown : ['name', ...shown];
  return ids.flatMap((id) => {
    const info = byId.get(id);
    return info ? [{ ...columnOf(info, view, texts, choices), frozen: frozen.includes(id) }] : [];
  });
}

const TYPE_OF = new Map<string, WbsColumnType>(WBS_COLUMNS.map(({ id, type }) => [id, type]));
/** Types whose empty cell is null in the row. */
const NULLABLE = new Set<WbsColumnType>([
  'date',
  'start_limit',
  'finish_limit',
  'in_scope',
  'executor',
  'curator',
  'calendar',
  'colour',
  'specialty',
  'progress_by',
  'number',
  'money',
]);
/** Types whose cells hold the id of what they show. */
const IDS = new Set<WbsColumnType>(['executor', 'curator', 'calendar', 'colour', 'specialty']);

/** What a cell's value means for the fields of its row. */
export function fieldsOfCell(columnId: string, value: CellValue): Record<string, unknown> {
  const type = TYPE_OF.get(columnId);
  if (value === '' && type && NULLABLE.has(type)) return { [columnId]: null };
  if (type === 'date') return { [columnId]: typeof value === 'number' ? formatMinute(value) : null };
  // A select hands over the text of its option.
  if (type && typeof value === 'string' && IDS.has(type)) return { [columnId]: Number(value) };
  return { [columnId]: value };
}

/** The values that cells of a column choose from, as texts; null where they are typed freely. */
export function choicesOf(
  info: ColumnInfo,
  view: () => ScheduleView,
  texts: ColumnTexts,
  choices: SpaceChoices,
): { value: string; label: string }[] | null {
  if (info.type === 'flag')
    return [
      { value: 'true', label: texts.t('ui.yes') },
      { value: 'false', label: texts.t('ui.no') },
    ];
  const plain: ColumnTypeMember = COLUMN_TYPES[info.type];
  const type = memberOf(info, plain, view);
  const source: ColumnSource = { id: info.id, view, reader: () => null, texts, ...choices };
  const options = type.options?.(source, null).filter(({ value }) => value !== '');
  return options ? options.map(({ value, label }) => ({ value: String(value), label })) : null;
}
