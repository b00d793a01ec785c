import { formatMinute } from '@gantry/domain';
import { collectFindings } from '../../../findings.ts';
import type { Findings } from '../../../findings.ts';
import type { ProjectFile, WriteResult } from '../../../project-file.ts';
import { rowOf, setAsideRows } from '../../../raw.ts';
import type { RawTable, RawTables, SetAsideTable } from '../../../raw.ts';
import { CODE_PAGES, decoderOf, encoderOf, isSingleByte } from '../../../text/code-pages.ts';
import type { CodePage } from '../../../text/code-pages.ts';
import { mapXer } from '../map/map.ts';
import type { Cells } from './cells.ts';
import { changesOf } from './changes.ts';
import type { TableChange } from './changes.ts';
import { LONGEST, TABLE_ORDER, defaultColumns } from './defaults.ts';
import { openKeyBook } from './keys.ts';
import { NOTHING_SAME, sameRowsOf } from '../same-rows.ts';
import { rowsOfModel } from './rows.ts';

/** How an XER file is written. */
export type XerWriteOptions = {
  codePage?: CodePage;
  /** Cut texts to the lengths that P6 accepts and leave the tables out that only bloat its database. */
  forPrimavera?: boolean;
  /** Version that a file made from nothing claims to be. */
  version?: string;
  /** The model as it was read, where the caller has kept it unchanged: it is not made of the source once more. */
  unchanged?: ProjectFile;
};

/** Writes XER. What came from XER and was not touched goes back row for row; changes touch their cells alone; the rest gets P6's defaults. */
export function writeXer(file: ProjectFile, options: XerWriteOptions = {}): WriteResult {
  const findings = collectFindings();
  const source = file.source?.kind === 'tables' ? file.source : null;
  const base: RawTables = source ?? { kind: 'tables', header: [], endOfLine: '\r\n', order: [], tables: [], setAside: [], complete: true };
  const read = source && (options.unchanged ?? mapXer(source, file.codePage ?? 'utf-8', collectFindings()));
  const same = read ? sameRowsOf(read, file) : NOTHING_SAME;
  const before = read ? rowsOfModel(read, openKeyBook(source), same, collectFindings()) : new Map();
  const after = rowsOfModel(file, openKeyBook(source), same, findings);
  const other = read && file.currency !== read.currency ? file.currency : null;
  if (!source) after.set('CURRTYPE', new Map([['1', currencyCells(file.currency ?? 'USD')]]));
  else if (other !== null) addCurrency(source, after, other);
  const changes = changesOf(base, before, after);
  const names = tableNames(base, changes, options.forPrimavera ?? false);

  const tables = new Map(base.tables.map((table) => [table.name, table]));
  const header =
    source && source.header.length > 0 ? headerWith(source.header, other).join('\t') : headerOf(file, options.version ?? '18.8');
  function* chunks(reported: Findings): Generator<Chunk> {
    yield [header];
    for (const name of names) {
      const aside = base.setAside.find((table) => table.name === name);
      if (aside) {
        yield [`%T\t${name}`, `%F\t${aside.columns.join('\t')}`];
        yield aside;
      } else yield* tableLines(name, tables.get(name), changes.get(name), options.forPrimavera ?? false, reported);
    }
    yield ['%E'];
  }
  const codePage = options.codePage ?? file.codePage ?? pageFor(chunks(collectFindings()));
  return { bytes: encode(chunks(findings), codePage, file.codePage, base.endOfLine, findings), findings: findings.list() };
}

function tableNames(base: RawTables, changes: Map<string, TableChange>, forPrimavera: boolean): string[] {
  const names = base.order.filter((name) => !forPrimavera || !base.setAside.some((aside) => aside.name === name));
  for (const [name, change] of changes) {
    if (names.includes(name) || change.added.length === 0) continue;
    const rank = TABLE_ORDER.indexOf(name);
    const at = names.findIndex((other) => TABLE_ORDER.indexOf(other) > rank);
    names.splice(at < 0 ? names.length : at, 0, name);
  }
  return names;
}

/** So many lines are turned into bytes at once. */
const LINES_AT_ONCE = 5000;

/** The lines of a table, some at a time. */
function* tableLines(
  name: string,
  table: RawTable | undefined,
  change: TableChange | undefined,
  forPrimavera: boolean,
  findings: Findings,
): Generator<string[]> {
  const defaults = defaultColumns(name);
  const columns = table ? [...table.columns] : defaults.map((column) => column.name);
  const touched: Cells[] = change ? [...change.patched.values(), ...change.added] : [];
  for (const cells of touched) {
    for (const field of Object.keys(cells)) if (cells[field] !== '' && !columns.includes(field)) columns.push(field);
  }
  const position = new Map(columns.map((column, i) => [column, i]));
  const limited = forPrimavera ? columns.map((column) => LONGEST[`${name}.${column}`] ?? Infinity) : null;
  const finished = (cells: string[]): string => {
    limited?.forEach((limit, i) => {
      if (cells[i] === undefined || cells[i].length <= limit) return;
      findings.add({
        severity: 'warning',
        code: 'export.text_cut',
        table: name,
        field: columns[i],
        value: cells[i],
        parameters: { limit },
      });
      cells[i] = cells[i].slice(0, limit);
    });
    return `%R\t${cells.join('\t')}`;
  };
  let lines = [`%T\t${name}`, `%F\t${columns.join('\t')}`];
  for (let row = 0; table && row < table.rowCount; row++) {
    if (change?.deleted.has(row)) continue;
    if (lines.length >= LINES_AT_ONCE) {
      yield lines;
      lines = [];
    }
    const cells = rowOf(table, row);
    const patch = change?.patched.get(row);
    if (patch) {
      for (const [field, value] of Object.entries(patch)) {
        const at = position.get(field);
        if (at === undefined) continue;
        while (cells.length <= at) cells.push('');
        cells[at] = value;
      }
    }
    // Where columns have joined, a row that was whole stays whole.
    if (cells.length === table.columns.length) while (cells.length < columns.length) cells.push('');
    lines.push(finished(cells));
  }
  const initial = columns.map((column) => defaults.find((known) => known.name === column)?.value ?? '');
  for (const added of change?.added ?? [])
    lines.push(finished(columns.map((column, i) => (Object.hasOwn(added, column) ? added[column] : initial[i]))));
  yield lines;
}

/** The header of a file, of which one cell names the currency, in another one. */
const headerWith = (cells: readonly string[], currency: string | null): readonly string[] =>
  currency === null
    ? cells
    : Array.from({ length: Math.max(cells.length, CURRENCY_AT + 1) }, (_, at) => (at === CURRENCY_AT ? currency : (cells[at] ?? '')));
const CURRENCY_AT = 8;

/** Adds a currency to those of a file, unless it is there. */
function addCurrency({ tables }: RawTables, after: Map<string, Map<string, Cells>>, code: string): void {
  const known = tables.find(({ name }) => name === 'CURRTYPE');
  const valuesOf = (column: string): readonly string[] => known?.cells[known.columns.indexOf(column)]?.values ?? [];
  if (valuesOf('curr_short_name').includes(code)) return;
  const id = String(Math.max(0, ...valuesOf('curr_id').map((value) => Number(value) || 0)) + 1);
  after.set('CURRTYPE', new Map([[id, currencyCells(code, id)]]));
}

function currencyCells(code: string, id = '1'): Cells {
  return { curr_id: id, curr_short_name: code, curr_type: code, curr_symbol: code === 'USD' ? '$' : code };
}

function headerOf(file: ProjectFile, version: string): string {
  const day = formatMinute(file.producer.exportedOn ?? file.projects[0]?.plan.options.dataDate ?? 0).slice(0, 10);
  return [
    'ERMHDR',
    version,
    day,
    'Project',
    'admin',
    file.producer.user ?? 'Gantry',
    'dbxDatabaseNoName',
    'Project Management',
    file.currency ?? 'USD',
  ].join('\t');
}

/** Lines of text, or rows that stayed bytes. */
type Chunk = string[] | SetAsideTable;

/** The first single-byte page that holds all the text, else UTF-8. */
function pageFor(chunks: Iterable<Chunk>): CodePage {
  const beyond = new Set<string>();
  for (const chunk of chunks)
    if (Array.isArray(chunk)) for (const line of chunk) for (const [character] of line.matchAll(/[^\x00-\x7f]/g)) beyond.add(character);
  const text = [...beyond].join('');
  const preferred: CodePage[] = ['windows-1252', 'windows-1251', ...CODE_PAGES.filter(isSingleByte)];
  return preferred.find((page) => fits(page, text)) ?? 'utf-8';
}

function fits(page: CodePage, text: string): boolean {
  let isWhole = true;
  encoderOf(page, () => (isWhole = false))(text);
  return isWhole;
}

function encode(chunks: Iterable<Chunk>, page: CodePage, sourcePage: CodePage | null, endOfLine: string, findings: Findings): Uint8Array {
  const lost = new Map<string, number>();
  const encoder = encoderOf(page, (character) => lost.set(character, (lost.get(character) ?? 0) + 1));
  const parts: Buffer[] = page.startsWith('utf-16') ? [encoder('\ufeff')] : [];
  for (const chunk of chunks) {
    if (Array.isArray(chunk)) {
      parts.push(encoder(chunk.join(endOfLine) + endOfLine));
    } else for (const bytes of setAsideRows(chunk)) parts.push(carriedOver(bytes, page, sourcePage, endOfLine, encoder));
  }
  if (lost.size > 0) {
    const count = [...lost.values()].reduce((sum, times) => sum + times, 0);
    findings.add({
      severity: 'warning',
      code: 'code_page.lost_characters',
      value: [...lost.keys()].join(''),
      parameters: { count, codePage: page },
    });
  }
  return Buffer.concat(parts);
}

/** Rows that were set aside are bytes of the source with plain line ends. */
function carriedOver(
  bytes: Buffer,
  page: CodePage,
  sourcePage: CodePage | null,
  endOfLine: string,
  encoder: (text: string) => Buffer,
): Buffer {
  const plain = bytes.toString('latin1');
  if (page === sourcePage && !page.startsWith('utf-16')) return Buffer.from(plain.replaceAll('\n', endOfLine), 'latin1');
  return encoder(decoderOf(sourcePage ?? 'utf-8')(plain).replaceAll('\n', endOfLine));
}
