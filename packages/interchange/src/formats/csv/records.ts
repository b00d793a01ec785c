/** A record of separated values with the line that it starts in, from 1. */
export type CsvRecord = { cells: string[]; line: number };

/** A record that would be longer than this ends the reading. */
const LONGEST_RECORD = 16 << 20;
const MOST_CELLS = 16_384;

/** Splits separated values (RFC 4180). A quote inside an unquoted cell is a letter like any other; `broken` is the line of a record without end. */
export function splitRecords(text: string, delimiter: string): { records: CsvRecord[]; broken: number | null } {
  const records: CsvRecord[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const record: CsvRecord = { cells: [], line };
    const start = at;
    for (;;) {
      if (at - start > LONGEST_RECORD || record.cells.length >= MOST_CELLS) return { records, broken: record.line };
      let cell: string;
      if (text[at] === '"') {
        const end = closingQuote(text, at + 1);
        if (end < 0) return { records, broken: record.line };
        const tail = endOfCell(text, end + 1, delimiter);
        cell = text.slice(at + 1, end).replaceAll('""', '"') + text.slice(end + 1, tail);
        for (let lineEnd = text.indexOf('\n', at); lineEnd >= 0 && lineEnd < end; lineEnd = text.indexOf('\n', lineEnd + 1)) line++;
        at = tail;
      } else {
        const end = endOfCell(text, at, delimiter);
        cell = text.slice(at, end);
        at = end;
      }
      record.cells.push(cell);
      if (text[at] !== delimiter) break;
      at++;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    at++;
    line++;
    records.push(record);
  }
  return { records, broken: null };
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return -1;
}

function endOfCell(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

/** Text that a spreadsheet could execute as a formula is preceded by an apostrophe. */
const GUARDED = /^'(?='*[=+\-@\t\r＝＋－＠])/;

/** A cell as it was before it was guarded against being run. */
export const withoutGuard = (cell: string): string => cell.replace(GUARDED, '');

/** The separator that stands most often in the first lines. */
export function delimiterOf(text: string): string {
  const head = text.slice(0, 4096).split(/\r?\n/).slice(0, 20).join('\n');
  const count = (delimiter: string): number => head.split(delimiter).length;
  return [';', ',', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}
