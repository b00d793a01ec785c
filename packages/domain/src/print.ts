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
  'calculated_at',
  'filter',
  'grouping',
  'printed_at',
  'printed_by',
  'range',
  'guid',
] as const;
export type PrintValue = (typeof PRINT_VALUES)[number];

/** The name of the value that a field of a passport fills, as forms of reports write it too; small letters tell no fields apart. */
export type PassportValue = `passport("${string}")`;
export const passportValue = (field: string): PassportValue => `passport("${field.trim().toLowerCase()}")`;

/** What a page fills texts with. */
export type FilledValues = Readonly<Partial<Record<PrintValue | PassportValue, string>>>;

export const PRINT_LEGENDS = ['none', 'first', 'each', 'last'] as const;
export const PRINT_COLOURS_OF = ['colour', 'safe', 'grey', 'black'] as const;
export const PRINT_FITS = ['true', 'most', 'exact'] as const;
export const PRINT_LINKS = ['none', 'driving', 'all'] as const;
/** What becomes of texts of rows that have no room: cut, or broken into lines. */
export const PRINT_ROW_TEXTS = ['cut', 'wrap'] as const;
export const PRINT_ORDERS = ['down', 'across'] as const;

/** Pictures that texts of slots may hold in double braces: they stand above the text. */
export const PRINT_PICTURES = ['logo', 'qr'] as const;
export type PrintPicture = (typeof PRINT_PICTURES)[number];

/** Forms of title blocks: GOST R 21.101, form 3 with form 6 on further sheets, and ISO 7200. */
export const TITLE_BLOCKS = ['none', 'gost', 'iso'] as const;
export type TitleBlockForm = (typeof TITLE_BLOCKS)[number];

/** Texts of a title block that people fill; what else it shows, such as numbers of sheets, fills itself. */
export const TITLE_FIELDS = {
  none: [],
  gost: [
    'designation',
    'enterprise',
    'object',
    'content',
    'stage',
    'organisation',
    'role_1',
    'person_1',
    'date_1',
    'role_2',
    'person_2',
    'date_2',
    'role_3',
    'person_3',
    'date_3',
    'role_4',
    'person_4',
    'date_4',
    'role_5',
    'person_5',
    'date_5',
    'role_6',
    'person_6',
    'date_6',
  ],
  iso: [
    'owner',
    'identification',
    'issued',
    'title',
    'supplement',
    'approver',
    'creator',
    'document_type',
    'department',
    'technical_reference',
    'classification',
    'status',
    'revision',
    'language',
  ],
} as const satisfies Record<TitleBlockForm, readonly string[]>;
export type TitleField = (typeof TITLE_FIELDS)[TitleBlockForm][number];
export const ALL_TITLE_FIELDS: readonly TitleField[] = [...TITLE_FIELDS.gost, ...TITLE_FIELDS.iso];

/** What a block says where nobody has written anything. */
export const USUAL_TITLES: Readonly<Partial<Record<TitleField, string>>> = {
  designation: '{{version}}',
  enterprise: '{{facility}}',
  object: '{{project}}',
  content: '{{schedule}}',
  organisation: '{{space}}',
  owner: '{{space}}',
  title: '{{schedule}}',
  supplement: '{{project}}',
  creator: '{{printed_by}}',
  issued: '{{printed_at}}',
  revision: '{{revision}}',
  identification: '{{version}}',
};

/** The frame that a block stands in, in millimetres from the edges of the sheet: margins are never less. */
export const TITLE_FRAMES: Record<TitleBlockForm, { left: number; others: number }> = {
  none: { left: 0, others: 0 },
  gost: { left: 20, others: 5 },
  iso: { left: 20, others: 10 },
};

/** A line of those who agree to a print: who, what they have decided, and when; what is empty is written by hand. */
export type PrintApproval = { role: string; person: string; decision: string; date: string };

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
  /** Days that the chart shows, as dates without time; null: those around the data date, else those of the rows. */
  range: { start: string; finish: string } | null;
  /** Days before and after the data date, where the version has one and no dates are chosen; null: those of the rows. */
  range_days: { before: number; after: number } | null;
  title_block: TitleBlockForm;
  title_cells: Partial<Record<TitleField, string>>;
  /** Below the first page, beside the title block. */
  approvals: PrintApproval[];
  /** A pale text across each page; `share` is how far it covers, in percent. */
  watermark: { text: string; share: number };
  /** An uploaded picture; where a slot names it. */
  logo_id: number | null;
  /** How high pictures of slots are, in millimetres. */
  picture_mm: number;
  /** What the code that a slot names says; empty: the address of the version. */
  qr: string;
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
  row_text: (typeof PRINT_ROW_TEXTS)[number];
  /** Id of the column whose text stands beside the bars; null: none. */
  bar_text: string | null;
  /** Id of the indicator that colours the bars; null: the colours of the rows. */
  colour_by: number | null;
  /** Key of the resource whose load stands under the chart, `all` for the hours of all; null: none. */
  strip: string | null;
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
  approval: 128,
  approvals: 12,
  watermark: 64,
  watermarkFrom: 8,
  watermarkTo: 20,
  pictureFrom: 5,
  pictureTo: 60,
  logoBytes: 4 * 1024 * 1024,
  /** Of a logo, in pixels. */
  logoSide: 2048,
  logos: 50,
  textFrom: 5,
  textTo: 24,
  pagesAcross: 100,
  rangeDays: 18_250,
} as const;

const USUAL_COLUMNS = ['code', 'name', 'durationMinutes', 'start', 'finish', 'progress', 'totalFloatMinutes', 'predecessors'];
/** On narrower sheets, in millimetres, all of them would leave the chart a strip. */
const WIDE_SHEET = 400;
const COLUMNS_OF_NARROW = 5;

/** The columns of a print on a sheet of this width where its settings name none. */
export const usualPrintColumns = (sheetWidth: number): readonly string[] =>
  sheetWidth < WIDE_SHEET ? USUAL_COLUMNS.slice(0, COLUMNS_OF_NARROW) : USUAL_COLUMNS;

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
  range_days: null,
  title_block: 'none',
  title_cells: {},
  approvals: [],
  watermark: { text: '', share: 12 },
  logo_id: null,
  picture_mm: 12,
  qr: '',
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
  row_text: 'wrap',
  bar_text: null,
  colour_by: null,
  strip: null,
  order: 'down',
  pages: '',
};

type PrintRefusal =
  | 'print.sheet_too_low'
  | 'print.sheet_too_narrow'
  | 'print.sheet_too_large'
  | 'print.margin_negative'
  | 'print.no_room'
  | 'print.range_reversed'
  | 'print.range_empty';

/** Why nothing can be printed on a sheet: the code of a text, and the field that it is about; null where it can. */
export function whyNotPrintable(format: PrintFormat): { code: PrintRefusal; field: string } | null {
  const { range, range_days: days } = format;
  const margins = marginsOf(format);
  if (!(format.sheet_height >= PRINT_LIMITS.height)) return { code: 'print.sheet_too_low', field: 'sheet_height' };
  if (!(format.sheet_width >= PRINT_LIMITS.width)) return { code: 'print.sheet_too_narrow', field: 'sheet_width' };
  if (format.sheet_height > PRINT_LIMITS.largest) return { code: 'print.sheet_too_large', field: 'sheet_height' };
  if (format.sheet_width > PRINT_LIMITS.largest) return { code: 'print.sheet_too_large', field: 'sheet_width' };
  for (const side of ['top', 'right', 'bottom', 'left'] as const)
    if (!(format.margins[side] >= 0)) return { code: 'print.margin_negative', field: `margins.${side}` };
  if (format.sheet_height - margins.top - margins.bottom < PRINT_LIMITS.roomHeight)
    return { code: 'print.no_room', field: margins.bottom > margins.top ? 'margins.bottom' : 'margins.top' };
  if (format.sheet_width - margins.left - margins.right < PRINT_LIMITS.roomWidth)
    return { code: 'print.no_room', field: margins.right > margins.left ? 'margins.right' : 'margins.left' };
  if (range && !(range.start < range.finish)) return { code: 'print.range_reversed', field: 'range.finish' };
  if (days && !(days.before >= 0 && days.after >= 0 && days.before + days.after > 0))
    return { code: 'print.range_empty', field: days.before >= 0 ? 'range_days.after' : 'range_days.before' };
  return null;
}

/** The margins of a sheet: as they were chosen, but never less than the frame of its title block. */
export function marginsOf({ margins, title_block }: Pick<PrintFormat, 'margins' | 'title_block'>): PrintFormat['margins'] {
  const { left, others } = TITLE_FRAMES[title_block];
  const least = (value: number, frame: number): number => (value >= 0 ? Math.max(value, frame) : value);
  return {
    top: least(margins.top, others),
    right: least(margins.right, others),
    bottom: least(margins.bottom, others),
    left: least(margins.left, left),
  };
}

/** A text of a slot without its pictures, and which those are. */
export function picturesIn(text: string): { text: string; pictures: PrintPicture[] } {
  const pictures: PrintPicture[] = [];
  const rest = text.replace(/[^\S\n]*\{\{\s*(logo|qr)\s*\}\}[^\S\n]*\n?/g, (_, name: PrintPicture) => {
    pictures.push(name);
    return '';
  });
  return { text: rest, pictures };
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

const VALUE = /\{\{\s*(?:passport\(\s*"([^"{}]{1,200})"\s*\)|([a-z_]+))\s*\}\}/g;

/** A text of a slot with its dynamic values; a name that is none stays as it was typed, a field that no passport has is empty. */
export function filledSlot(text: string, values: FilledValues): string {
  return text.replace(VALUE, (whole, field: string | undefined, name: string | undefined) => {
    if (field !== undefined) return values[passportValue(field)] ?? '';
    return (PRINT_VALUES as readonly (string | undefined)[]).includes(name) ? (values[name as PrintValue] ?? '') : whole;
  });
}
