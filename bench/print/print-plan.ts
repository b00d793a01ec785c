import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DEFAULT_PRINT_FORMAT,
  DEFAULT_PRINT_SETTINGS,
  minuteOf,
  MINUTES_PER_DAY,
  type PrintFormat,
  type PrintSettings,
} from '@gantry/domain';
import {
  CAPTION_SIZE,
  decorationsOf,
  endsFromLevels,
  type GanttColumn,
  indexLinks,
  layOutColumns,
  layOutPages,
  listVisible,
  newLinkIndex,
  newLinks,
  newRows,
  newVisible,
  type PageLayout,
  type PdfFonts,
  pdfFitter,
  type PrintedPlan,
  readTrueType,
  sortLinks,
  TEXT_SIZE,
  type TrueType,
  TYPE_SUM,
  TYPE_TASK,
} from '@gantry/scene';

const FOLDER = join(import.meta.dirname, '../../packages/scene/fonts');
export const FILES = { regular: 'noto-sans-regular.ttf', strong: 'noto-sans-semi-bold.ttf', signs: 'noto-sans-signs.ttf' } as const;

/** The bytes of a font file of the print. */
export const fontFile = (name: keyof typeof FILES): Buffer => readFileSync(join(FOLDER, FILES[name]));

function openFonts(): PdfFonts {
  const read = (name: keyof typeof FILES): TrueType => {
    const font = readTrueType(fontFile(name));
    if (!font) throw new Error(`${FILES[name]} is no font`);
    return font;
  };
  const signs = read('signs');
  const regular = { trueType: read('regular'), signs };
  return {
    regular: { size: TEXT_SIZE, font: regular },
    strong: { size: TEXT_SIZE, font: { trueType: read('strong'), signs } },
    caption: { size: CAPTION_SIZE, font: regular },
  };
}

export const fonts = openFonts();
export const fitter = pdfFitter(fonts);

const SECTION = 20;
const COLUMNS = 10;
const ORIGIN = minuteOf(2026, 1, 1);
const NO_WORDS: PrintedPlan['words'] = {
  legend: (item) => item,
  continued: (path) => `… ${path}`,
  titleWord: (word) => word,
  titleField: (field) => field,
  approval: (word) => word,
  onPage: (page, code) => `${page}: ${code}`,
};
const TIME: PrintedPlan['model']['words'] = {
  month: (month) => `month ${month}`,
  monthShort: (month) => `m${month}`,
  monthYear: (month, year) => `${month}.${year}`,
  weekdayShort: (day) => `d${day}`,
  quarter: (quarter) => `Q${quarter}`,
  quarterYear: (quarter, year) => `Q${quarter} ${year}`,
  week: (week) => `w${week}`,
  dayMonthYear: (day, month, year) => `${day}.${month}.${year}`,
};

/** Sections of tasks, ten cells, a bar, its progress, its target and a relation each. */
function planOf(count: number): PrintedPlan {
  const rows = newRows(count);
  rows.baselineStart = new Int32Array(count);
  rows.baselineFinish = new Int32Array(count);
  for (let row = 0; row < count; row += 1) {
    const isSection = row % SECTION === 0;
    const start = ORIGIN + ((row * 7) % 700) * MINUTES_PER_DAY;
    rows.id[row] = row + 1;
    rows.level[row] = isSection ? 0 : 1;
    rows.type[row] = isSection ? TYPE_SUM : TYPE_TASK;
    rows.start[row] = start;
    rows.finish[row] = start + 20 * MINUTES_PER_DAY;
    rows.baselineStart[row] = start - MINUTES_PER_DAY;
    rows.baselineFinish[row] = start + 18 * MINUTES_PER_DAY;
    rows.progress[row] = (row % 10) / 10;
  }
  endsFromLevels(rows.level, rows.end);
  const links = newLinks(Math.max(0, count - 1));
  for (let link = 0; link < links.count; link += 1) {
    links.predecessor[link] = link;
    links.successor[link] = link + 1;
  }
  const columns = Array.from({ length: COLUMNS }, (_, index): GanttColumn => ({
    id: index === 0 ? 'code' : `c${index}`,
    title: `Графа ${index}`,
    width: index === 1 ? 220 : 76,
    tree: index === 1,
    frozen: index < 2,
    text: (row) => (index === 1 ? `Монтаж конструкций, захватка ${row}` : `${row % 997}.${index}`),
  }));
  const visible = newVisible(count);
  listVisible(rows, visible);
  const linkIndex = newLinkIndex(links.count);
  indexLinks(links, sortLinks(links, count, null), visible, linkIndex);
  const model: PrintedPlan['model'] = {
    rows,
    links,
    linkIndex,
    visible,
    calendars: [],
    columns,
    columnLayout: layOutColumns(columns),
    selected: new Uint8Array(count),
    focusRow: -1,
    focusColumn: -1,
    selectedLink: -1,
    decorations: decorationsOf(['bar', 'summary', 'baseline']),
    labels: [],
    marks: [],
    histogram: null,
    showLinks: true,
    sort: null,
    words: TIME,
  };
  return { model, span: { start: ORIGIN, finish: ORIGIN + 730 * MINUTES_PER_DAY }, words: NO_WORDS };
}

/** A plan of so many rows on sheets: of A3, or all of it on one of A0; rows of one line each, or as high as their names need. */
export function laidOut(count: number, sheet: 'A3' | 'A0', row_text: PrintSettings['row_text'] = 'cut'): PageLayout {
  const size = sheet === 'A0' ? { sheet_width: 1189, sheet_height: 841 } : {};
  const format: PrintFormat = { ...DEFAULT_PRINT_FORMAT, ...size, text_size: 7 };
  const tall = sheet === 'A0' ? { fit: 'most' as const, pages: 1 } : DEFAULT_PRINT_SETTINGS.tall;
  return layOutPages(planOf(count), format, { ...DEFAULT_PRINT_SETTINGS, tall, row_text, baseline: true }, fitter);
}
