/** Places of texts on a sheet, above and below what is printed. */
export const PRINT_SLOTS = ['upper_left', 'upper_centre', 'upper_right', 'lower_left', 'lower_centre', 'lower_right'] as const;
export type PrintSlot = (typeof PRINT_SLOTS)[number];
export type PrintSlots = Record<PrintSlot, string>;

/** What texts of slots may hold in double braces; each is filled when a page is composed. */
export const PRINT_VALUES = [
  'page',
  'pages',
  'tile',
  'space',
  'facility',
  'project',
  'schedule',
  'version',
  'revision',
  'data_date',
  'printed_at',
  'printed_by',
  'range',
] as const;
export type PrintValue = (typeof PRINT_VALUES)[number];

export const PRINT_LEGENDS = ['none', 'first', 'each', 'last'] as const;
export const PRINT_COLOURS_OF = ['colour', 'grey'] as const;
export const PRINT_FITS = ['true', 'most', 'exact'] as const;
export const PRINT_LINKS = ['none', 'driving', 'all'] as const;
export const PRINT_ORDERS = ['down', 'across'] as const;

/** A sheet: its size and margins in millimetres, what stands around the plan, and how large it is written. */
export type PrintFormat = {
  sheet_height: number;
  sheet_width: number;
  margins: { top: number; right: number; bottom: number; left: number };
  /** Of the first page, where they are not empty; else the headers stand there too. */
  titles: PrintSlots;
  headers: PrintSlots;
  /** Points of the texts of rows, where nothing shrinks them. */
  text_size: number;
  legend: (typeof PRINT_LEGENDS)[number];
  colours: (typeof PRINT_COLOURS_OF)[number];
  /** Days that the chart shows, as dates without time; null: those of the rows. */
  range: { start: string; finish: string } | null;
};

/** What is printed of a version, on whatever sheet. */
export type PrintSettings = {
  /** Ids of columns from the left; null: the usual ones. */
  columns: string[] | null;
  /** Levels of the tree that are unfolded; null: as they stand on the screen. */
  levels: number | null;
  links: (typeof PRINT_LINKS)[number];
  /** How many sheets the columns and the time may take side by side; `true` takes what the scale of days needs. */
  wide: { fit: (typeof PRINT_FITS)[number]; pages: number };
  /** How many sheets the rows may take: they shrink where it is too few. */
  tall: { fit: 'true' | 'most'; pages: number };
  /** Points of a day where `wide` is `true`. */
  points_per_day: number;
  /** Columns that stay in sight stand again on the sheets to the right. */
  repeat_columns: boolean;
  /** Summaries of this level, counted from 1, begin a sheet; null: none. */
  break_level: number | null;
  baseline: boolean;
  order: (typeof PRINT_ORDERS)[number];
  /** Pages that are wanted, such as `1-3,7`; empty: all. */
  pages: string;
};

/** Bounds of what can be printed, in millimetres and points. */
export const PRINT_LIMITS = {
  height: 210,
  width: 297,
  largest: 5000,
  /** What must be left between the margins. */
  roomHeight: 80,
  roomWidth: 100,
  slot: 512,
  textFrom: 5,
  textTo: 24,
  pagesAcross: 100,
} as const;

/** The columns of a print where its settings name none. */
export const USUAL_PRINT_COLUMNS: readonly string[] = [
  'code',
  'name',
  'durationMinutes',
  'start',
  'finish',
  'progress',
  'totalFloatMinutes',
  'predecessors',
];

const EMPTY_SLOTS: PrintSlots = {
  upper_left: '',
  upper_centre: '',
  upper_right: '',
  lower_left: '',
  lower_centre: '',
  lower_right: '',
};

/** A sheet of A3 for who has said nothing else. */
export const DEFAULT_PRINT_FORMAT: PrintFormat = {
  sheet_height: 297,
  sheet_width: 420,
  margins: { top: 10, right: 10, bottom: 10, left: 10 },
  titles: EMPTY_SLOTS,
  headers: {
    upper_left: '{{project}}',
    upper_centre: '{{schedule}}',
    upper_right: '{{version}}',
    lower_left: '{{data_date}}',
    lower_centre: '{{range}}',
    lower_right: '{{page}} / {{pages}}',
  },
  text_size: 8,
  legend: 'each',
  colours: 'colour',
  range: null,
};

/** The whole plan on one sheet across. */
export const DEFAULT_PRINT_SETTINGS: PrintSettings = {
  columns: null,
  levels: null,
  links: 'all',
  wide: { fit: 'exact', pages: 1 },
  tall: { fit: 'true', pages: 1 },
  points_per_day: 4,
  repeat_columns: true,
  break_level: null,
  baseline: false,
  order: 'down',
  pages: '',
};

type PrintRefusal =
  | 'print.sheet_too_low'
  | 'print.sheet_too_narrow'
  | 'print.sheet_too_large'
  | 'print.margin_negative'
  | 'print.no_room'
  | 'print.range_reversed';

/** Why nothing can be printed on a sheet: the code of a text, and the field that it is about; null where it can. */
export function whyNotPrintable(format: PrintFormat): { code: PrintRefusal; field: string } | null {
  const { margins, range } = format;
  if (!(format.sheet_height >= PRINT_LIMITS.height)) return { code: 'print.sheet_too_low', field: 'sheet_height' };
  if (!(format.sheet_width >= PRINT_LIMITS.width)) return { code: 'print.sheet_too_narrow', field: 'sheet_width' };
  if (format.sheet_height > PRINT_LIMITS.largest) return { code: 'print.sheet_too_large', field: 'sheet_height' };
  if (format.sheet_width > PRINT_LIMITS.largest) return { code: 'print.sheet_too_large', field: 'sheet_width' };
  for (const side of ['top', 'right', 'bottom', 'left'] as const)
    if (!(margins[side] >= 0)) return { code: 'print.margin_negative', field: `margins.${side}` };
  if (format.sheet_height - margins.top - margins.bottom < PRINT_LIMITS.roomHeight)
    return { code: 'print.no_room', field: margins.bottom > margins.top ? 'margins.bottom' : 'margins.top' };
  if (format.sheet_width - margins.left - margins.right < PRINT_LIMITS.roomWidth)
    return { code: 'print.no_room', field: margins.right > margins.left ? 'margins.right' : 'margins.left' };
  if (range && !(range.start < range.finish)) return { code: 'print.range_reversed', field: 'range.finish' };
  return null;
}

/** The pages that a text such as `1-3,7` names among so many, in order; null where it is no such text, all where it is empty. */
export function pagesNamed(text: string, count: number): number[] | null {
  const wanted = text.trim();
  if (wanted === '') return Array.from({ length: count }, (_, page) => page + 1);
  const named = new Set<number>();
  for (const part of wanted.split(',')) {
    const [, from, to = from] = /^\s*(\d{1,6})\s*(?:[-–]\s*(\d{1,6})\s*)?$/.exec(part) ?? [];
    if (from === undefined || Number(from) < 1 || Number(to) < Number(from)) return null;
    for (let page = Number(from); page <= Math.min(Number(to), count); page += 1) named.add(page);
  }
  return [...named].sort((a, b) => a - b);
}

/** A text of a slot with its dynamic values; a name that is none stays as it was typed. */
export function filledSlot(text: string, values: Readonly<Partial<Record<PrintValue, string>>>): string {
  return text.replace(/\{\{\s*([a-z_]+)\s*\}\}/g, (whole, name: string) =>
    (PRINT_VALUES as readonly string[]).includes(name) ? (values[name as PrintValue] ?? '') : whole,
  );
}
