import { type CostSettings, MOST_INDICES, type QuarterIndices, quarterIndices } from '@gantry/contract';
import { COST_PARTS, type CostPart, type Decimal, decimalOf, formatMinute } from '@gantry/domain';
import { looksLike, openMask } from '@gantry/engine';
import { type Cell, costPartNamed, type SheetRow } from '@gantry/interchange';
import { fail } from '../../../../platform/fail.ts';
import type { IndexLine, RowPrices } from '../../estimates/estimates.doors.service.ts';

type Settings = Pick<CostSettings, 'level' | 'indices' | 'indices_on' | 'indices_region'>;

/**
 * The prices that the settings of a schedule give rows of estimates: with indices, those of the last quarter that began by their day and has
 * lines of their region or of all. Lines of the region come first, then those for some kind of work or section alone.
 */
export function pricesOf({ level, indices, indices_on, indices_region }: Settings): RowPrices {
  if (level !== 'indexed') return { level };
  const isOwn = ({ region }: QuarterIndices): boolean => region !== '' && looksLike(region, indices_region);
  const begun = indices.filter(
    (one) => (indices_on === null || firstDayOf(one.quarter) <= indices_on) && (one.region === '' || isOwn(one)),
  );
  const quarter = begun.reduce<string | null>((last, one) => (last !== null && last >= one.quarter ? last : one.quarter), null);
  if (quarter === null) fail('cost_link.no_quarter', { day: indices_on ?? '' });
  const masksOf = ({ code, section }: QuarterIndices): number => Number(code !== '') + Number(section !== '');
  const lines = begun
    .filter((one) => one.quarter === quarter)
    .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || masksOf(b) - masksOf(a));
  return { level, quarter, lines: lines.map(lineOf) };
}

function lineOf({ code, section, parts: stated, rest }: QuarterIndices): IndexLine {
  const parts = new Map<CostPart, Decimal>();
  for (const part of COST_PARTS) {
    const decimal = decimalOf(stated[part] ?? '');
    if (decimal) parts.set(part, decimal);
  }
  return { code: code ? openMask(code) : null, section: section ? openMask(section) : null, parts, rest: decimalOf(rest ?? '') };
}

/** The field of the first mask that cannot be read; null where there is none. */
export function maskTrouble(indices: readonly QuarterIndices[]): 'code' | 'section' | null {
  for (const field of ['code', 'section'] as const) if (indices.some((one) => one[field] !== '' && !openMask(one[field]))) return field;
  return null;
}

const firstDayOf = (quarter: string): string => {
  const [year, number] = quarter.split('-');
  return `${year}-${String(Number(number) * 3 - 2).padStart(2, '0')}-01`;
};

const QUARTER = /^(?:quarter|period|квартал|период|trimestre|période|quartal)$/;
const REST = /^(?:index|rest|индекс|остальное|indice|reste)$/;
/** Headings of what a line of indices is for. */
const FOR = {
  region: /^(?:region|регион|субъект|субъект рф|région)$/,
  code: /^(?:codes?|шифры?|обоснование)$/,
  section: /^(?:sections?|раздел|разделы)$/,
  kind: /^(?:kind of work|вид работ|type de travaux)$/,
} as const;
/** What codes of norms of a kind of work begin with: the collections of each kind have a letter of their own. */
const CODES_OF_KIND = new Map([
  ['строительные', 'ГЭСН##*|ФЕР##*|ТЕР##*'],
  ['монтажные', 'ГЭСНм*|ФЕРм*|ТЕРм*'],
  ['ремонтно-строительные', 'ГЭСНр*|ФЕРр*|ТЕРр*'],
  ['пусконаладочные', 'ГЭСНп*|ФЕРп*|ТЕРп*'],
]);
const FIELDS = Object.keys(FOR) as (keyof typeof FOR)[];
const ROMAN = ['I', 'II', 'III', 'IV'];
const wordOf = (cell: Cell | undefined): string => (typeof cell === 'string' ? cell.trim().toLowerCase() : '');

/** A quarter as people write it: `2026-1`, `Q1 2026`, `1 кв. 2026`, `I квартал 2026`, or a day of it; null for anything else. */
export function quarterOf(cell: Cell | undefined): string | null {
  if (cell && typeof cell === 'object') {
    const [year, month] = formatMinute(cell.minute).split('-').map(Number);
    return `${year}-${Math.ceil(month / 3)}`;
  }
  const text = typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '';
  const year = /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(text)?.[0];
  if (!year) return null;
  const rest = text.replace(year, ' ').toUpperCase().replaceAll('І', 'I');
  const number = /(?<!\d)[1-4](?!\d)/.exec(rest)?.[0] ?? ROMAN.indexOf(/(?<!\p{L})(?:IV|I{1,3})(?!\p{L})/u.exec(rest)?.[0] ?? '') + 1;
  return Number(number) > 0 ? `${year}-${number}` : null;
}

/** What a column of a table of indices has; null: nothing that counts. */
const keyOf = (word: string): string | null =>
  FIELDS.find((field) => FOR[field].test(word)) ?? (REST.test(word) ? 'rest' : costPartNamed(word));

export type IndicesRead = { indices: QuarterIndices[] } | { row: number; column: string };

/** Indices of a table, a line a quarter and a column a part of costs, the earliest first; the first cell that is none; null where no row is a heading. */
export function indicesOfTable(rows: readonly SheetRow[]): IndicesRead | null {
  const head = rows.findIndex(({ cells }) => cells.some((cell) => QUARTER.test(wordOf(cell))));
  if (head < 0) return null;
  const headings = rows[head].cells;
  const at = headings.findIndex((cell) => QUARTER.test(wordOf(cell)));
  // Both are words: they were found by what they say.
  const quarters = headings[at] as string;
  const headingOf = (key: PropertyKey | undefined): string =>
    (headings.find((heading) => key === keyOf(wordOf(heading))) as string | undefined) ?? quarters;
  const found = new Map<string, QuarterIndices>();
  for (const { cells, line } of rows.slice(head + 1)) {
    if (cells.every((cell) => cell === null || cell === '')) continue;
    const quarter = quarterOf(cells[at]);
    if (!quarter) return { row: line, column: quarters };
    const parts: Record<string, string> = {};
    const others: Record<string, string> = {};
    for (const [place, cell] of cells.entries()) {
      const key = keyOf(wordOf(headings[place]));
      if (!key || cell === null || cell === '') continue;
      const text = typeof cell === 'number' || typeof cell === 'string' ? String(cell).trim() : '';
      if (key === 'rest') others[key] = text.replaceAll(/\s/g, '');
      else if (key === 'kind') others['code'] = CODES_OF_KIND.get(text.toLowerCase()) ?? '||';
      else if (key in FOR) others[key] = text;
      else parts[key] = text.replaceAll(/\s/g, '');
    }
    const read = quarterIndices.safeParse({ quarter, parts, ...others });
    if (!read.success) return { row: line, column: headingOf(read.error.issues[0].path.at(-1)) };
    const trouble = maskTrouble([read.data]);
    if (trouble) return { row: line, column: headingOf(headingOf(trouble) === quarters ? 'kind' : trouble) };
    const { region, code, section } = read.data;
    found.set([quarter, region, code, section].join('\n'), read.data);
    if (found.size > MOST_INDICES) return { row: line, column: quarters };
  }
  return found.size ? { indices: [...found.values()].sort((a, b) => (a.quarter < b.quarter ? -1 : 1)) } : null;
}
