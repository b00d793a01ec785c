import type { DirectoryAttribute, DirectoryRow } from '@gantry/contract';
import { entryOf, parseMinute } from '@gantry/domain';
import { type Cell, formatCsv, type Table, writeSheet } from '@gantry/interchange';
import { type Definition, inTreeOrder, unpackRows, writeCell } from '../../catalog/directories/rows/directories.values.service.ts';
import { attributeHeaders, donorHeader, HEADERS } from './directory-files.columns.rules.ts';
import { donorWord, measureWord, type Named, type Words, wordsOf } from './directory-files.lines.service.ts';

/** What the thread writes a file of. */
export type WriteInput = { name: string; format: 'xlsx' | 'csv'; definition: Definition; rows: readonly string[]; named: Named };

/** A directory as a file that an upload reads back to the same. */
export async function writeFile({ name, format, definition, rows, named }: WriteInput): Promise<Uint8Array> {
  const table = tableOf(definition, unpackRows(rows), named);
  if (format === 'xlsx') return writeSheet(name, table);
  // Spreadsheet programs recognise UTF-8 by the byte order mark.
  return new Uint8Array(Buffer.from(`\ufeff${formatCsv(table, ';')}`));
}

function tableOf(definition: Definition, rows: readonly DirectoryRow[], named: Named): Table {
  const words = wordsOf(definition, named);
  const headers = attributeHeaders(definition.columns);
  return {
    headers: [
      HEADERS.id,
      HEADERS.parent_id,
      HEADERS.code,
      HEADERS.name,
      HEADERS.measure,
      ...definition.columns.map(({ id }) => entryOf(headers, id)),
      ...named.givers.map((giver) => donorHeader(giver.name)),
    ],
    rows: inTreeOrder(rows).map((row) => [
      row.id,
      row.parent_id,
      row.code || null,
      row.name || null,
      measureWord(words, row.measure_id),
      ...definition.columns.map((column) => cellOf(column, row, words)),
      ...named.givers.map(({ id }) => donorWord(words, id, row.donors[id])),
    ]),
  };
}

function cellOf(column: DirectoryAttribute, row: DirectoryRow, words: Words): Cell {
  const value = writeCell(column, row.cells[column.id], words.lists, words.called);
  if (column.type !== 'date' || typeof value !== 'string') return value;
  const minute = parseMinute(value);
  return minute === null ? value : { minute };
}
