import {
  executorsAmong,
  IN_SCOPES,
  ITEM_TYPES,
  LIMIT_TYPES,
  LIMITS,
  type Minute,
  NO_DATE,
  oncePerRevision,
  PROGRESS_BY,
  TASK_STATUSES,
  type ColumnReader,
  type TaskStatus,
  type WbsColumnType,
} from '@gantry/domain';
import { workBetween } from '@gantry/engine';
import { CELL_LOOKS, type CellEditor, type CellLook, type CellOption, type CellValue } from '@gantry/scene';
import { rowsOf, valueOf } from '../document/document.ts';
import { writeRelated } from '../values/predecessors.ts';
import type { ScheduleView } from '../rows/view.ts';

/** Words and forms that columns are written with. */
export type ColumnTexts = {
  t(key: string, values?: Record<string, unknown>): string;
  date(minute: Minute): string;
  number(value: number, decimals: number): string;
};

/** A person whom cells offer, whether the space has named them to carry out works, and what they can do. */
export type PersonOption = CellOption & { executor?: boolean; specialties?: readonly number[] };

/** What cells of a space's own lists offer. */
export type SpaceChoices = { people: readonly PersonOption[]; specialties: readonly CellOption[] };

/** A column of an open version, where its cells come from. */
export type ColumnSource = SpaceChoices & {
  id: string;
  view(): ScheduleView;
  reader(): ColumnReader | null;
  texts: ColumnTexts;
};

/** How cells of one type look and are typed. */
export type ColumnTypeMember = {
  width: number;
  align?: 'right' | 'center';
  /** Numbers and dates, of which no part is shown. */
  exact?: boolean;
  editor?: CellEditor;
  look?: CellLook;
  /** Cells of summaries stay empty, or say what comes of the rows below; they are not typed. */
  tasksOnly?: boolean;
  ofSummary?(source: ColumnSource, row: number): string;
  text(source: ColumnSource, row: number): string;
  value?(source: ColumnSource, row: number): CellValue;
  /** What a cell offers; without a row what all of them do. */
  options?(source: ColumnSource, row: number | null): readonly CellOption[];
  tint?(source: ColumnSource, row: number): number;
  tone?(source: ColumnSource, row: number): 'critical' | 'muted' | 'plain';
  /** Why what a cell holds will not do, '' where it does. */
  fault?(source: ColumnSource, row: number): string;
};

const DECIMALS = 2;

/** A number of a cell, NaN where it is empty. */
const numberIn = (source: ColumnSource, row: number): number => {
  const reader = source.reader();
  return reader?.kind === 'number' ? reader.at(row) : Number.NaN;
};
const textIn = (source: ColumnSource, row: number): string => {
  const reader = source.reader();
  return reader?.kind === 'text' ? reader.at(row) : '';
};

/** Working days of the row's calendar. */
function days({ view, texts }: ColumnSource, minutes: number, row: number): string {
  const { times, rows } = view();
  const value = minutes / times.minutesPerDay(rows.calendar?.[row] ?? 0);
  return texts.number(value, Number.isInteger(value) ? 0 : DECIMALS);
}

/** Working minutes between a summary's dates by its calendar, or the least total float below it; null where it has none. */
function spanned({ id, view }: ColumnSource, row: number): number | null {
  const { rows, times } = view();
  if (id === 'totalFloatMinutes') return rows.totalFloat && rows.totalFloat[row] !== NO_DATE ? rows.totalFloat[row] : null;
  if (id !== 'durationMinutes' || rows.start[row] === NO_DATE || rows.finish[row] === NO_DATE) return null;
  return workBetween(times.compiled(rows.calendar?.[row] ?? 0), rows.start[row], rows.finish[row]);
}

/** A column of words chosen from a closed list, written by their texts. */
function chosen(
  words: readonly string[],
  keyOf: (word: string) => string,
  width: number,
  more: Partial<ColumnTypeMember> & { none?: string } = {},
): ColumnTypeMember {
  const { none, ...rest } = more;
  return {
    width,
    editor: 'select',
    tasksOnly: true,
    text: (source, row) => {
      const word = textIn(source, row);
      return word && source.texts.t(keyOf(word));
    },
    value: textIn,
    options: ({ texts }) => [
      ...(none ? [{ value: '', label: texts.t(none) }] : []),
      ...words.map((word) => ({ value: word, label: texts.t(keyOf(word)) })),
    ],
    ...rest,
  };
}

const person: ColumnTypeMember = {
  width: 140,
  editor: 'select',
  text: (source, row) => {
    const id = numberIn(source, row);
    return Number.isNaN(id) ? '' : (source.people.find(({ value }) => value === id)?.label ?? `#${id}`);
  },
  value: (source, row) => numberIn(source, row) || '',
  options: ({ people, texts }) => [{ value: '', label: texts.t('wbs.nobody') }, ...people],
};

const limit = chosen(LIMIT_TYPES, (word) => `limit.${word}`, 136, { none: 'limit.none' });

const figure = (decimals: number | null): ColumnTypeMember => ({
  width: 92,
  align: 'right',
  exact: true,
  editor: 'number',
  text: (source, row) => {
    const value = numberIn(source, row);
    return Number.isNaN(value) ? '' : source.texts.number(value, decimals ?? (Number.isInteger(value) ? 0 : DECIMALS));
  },
  value: (source, row) => numberIn(source, row) || null,
});

/** Colours beside the words of statuses: grey, blue, green of the theme's tints. */
const STATUS_TINTS: Readonly<Record<string, number>> = { not_started: 8, in_progress: 1, completed: 3 } satisfies Record<
  TaskStatus,
  number
>;

/** How the cells of each type look and are typed. */
export const COLUMN_TYPES = {
  number: figure(null),
  // Their headings hold the currency.
  money: { ...figure(DECIMALS), width: 148 },
  string: { width: 128, editor: 'text', text: textIn },
  list: { width: 128, editor: 'text', text: textIn },
  date: {
    // Ten bold digits and points of the summaries fit.
    width: 96,
    exact: true,
    editor: 'date',
    text: (source, row) => {
      const reader = source.reader();
      const minute = reader?.kind === 'minute' ? reader.at(row) : NO_DATE;
      return minute === NO_DATE ? '' : source.texts.date(minute);
    },
    value: (source, row) => {
      const reader = source.reader();
      const minute = reader?.kind === 'minute' ? reader.at(row) : NO_DATE;
      return minute === NO_DATE ? null : minute;
    },
  },
  percentage: {
    width: 80,
    align: 'right',
    exact: true,
    editor: 'percentage',
    look: CELL_LOOKS.share,
    text: (source, row) => {
      const share = numberIn(source, row);
      return Number.isNaN(share) ? '' : source.texts.number(share * 100, 0);
    },
    value: (source, row) => numberIn(source, row) || 0,
  },
  duration: {
    width: 84,
    align: 'right',
    exact: true,
    editor: 'duration',
    tasksOnly: true,
    ofSummary: (source, row) => {
      const minutes = spanned(source, row);
      return minutes === null ? '' : days(source, minutes, row);
    },
    text: (source, row) => {
      const minutes = numberIn(source, row);
      return Number.isNaN(minutes) ? '' : days(source, minutes, row);
    },
    value: (source, row) => numberIn(source, row) || 0,
    tone: (source, row) => (numberIn(source, row) < 0 ? 'critical' : 'plain'),
  },
  predecessors: {
    width: 140,
    editor: 'text',
    tasksOnly: true,
    text: (source, row) =>
      writeRelated(source.view(), row, source.id === 'successors' ? 'successors' : 'predecessors', (value) =>
        source.texts.number(value, Number.isInteger(value) ? 0 : DECIMALS),
      ),
  },
  executor: {
    ...person,
    options: ({ people, texts, view }, row) => {
      const needed = row === null ? null : (valueOf(view().document, 'wbs', view().rows.id[row], 'specialtyId') ?? null);
      return [{ value: '', label: texts.t('wbs.nobody') }, ...executorsAmong(people, needed)];
    },
  },
  curator: person,
  specialty: {
    ...person,
    text: (source, row) => {
      const id = numberIn(source, row);
      return Number.isNaN(id) ? '' : (source.specialties.find(({ value }) => value === id)?.label ?? `#${id}`);
    },
    options: ({ specialties, texts }) => [{ value: '', label: texts.t('wbs.no_specialty') }, ...specialties],
  },
  status: chosen(TASK_STATUSES, (word) => `status.${word}`, 124, {
    look: CELL_LOOKS.tinted,
    tint: (source, row) => STATUS_TINTS[textIn(source, row)] ?? 0,
  }),
  in_scope: chosen(IN_SCOPES, (word) => `in_scope.${word}`, 128, { none: 'in_scope.none' }),
  progress_by: chosen(PROGRESS_BY, (word) => `progress_by.${word}`, 128, { none: 'progress_by.none' }),
  start_limit: limit,
  finish_limit: limit,
  item_type: chosen(ITEM_TYPES, (word) => `item_type.${word}`, 124, { tasksOnly: false }),
  calendar: {
    width: 140,
    editor: 'select',
    text: (source, row) => {
      const id = numberIn(source, row);
      return calendarsOf(source).find(({ value }) => value === id)?.label ?? '';
    },
    value: (source, row) => numberIn(source, row) || '',
    options: (source) => [{ value: '', label: source.texts.t('wbs.default_calendar') }, ...calendarsOf(source)],
  },
  flag: {
    width: 84,
    align: 'center',
    editor: 'flag',
    look: CELL_LOOKS.tick,
    tasksOnly: true,
    text: (source, row) => (textIn(source, row) === 'true' ? source.texts.t('ui.yes') : ''),
    value: (source, row) => {
      const text = textIn(source, row);
      return text === '' ? null : text === 'true';
    },
  },
  colour: {
    width: 104,
    editor: 'select',
    look: CELL_LOOKS.tinted,
    text: (source, row) => {
      const tint = numberIn(source, row);
      return tint ? source.texts.t(`tint.${tint}`) : '';
    },
    tint: (source, row) => numberIn(source, row) || 0,
    value: (source, row) => numberIn(source, row) || '',
    options: ({ texts }) => [
      { value: '', label: texts.t('tint.none') },
      ...Array.from({ length: LIMITS.tints }, (_, index) => ({ value: index + 1, label: texts.t(`tint.${index + 1}`) })),
    ],
  },
} satisfies Record<WbsColumnType, ColumnTypeMember>;

const calendars = oncePerRevision<CellOption[]>();

function calendarsOf({ view }: ColumnSource): CellOption[] {
  const { document, times } = view();
  return calendars(times, document.revision, () => rowsOf(document, 'calendar').map(({ id, name }) => ({ value: id, label: name })));
}
