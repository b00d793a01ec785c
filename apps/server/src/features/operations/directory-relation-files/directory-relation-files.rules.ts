import type { JobFinding } from '@gantry/contract';
import { readNumber } from '@gantry/domain';
import type { Cell, SheetRow, Table } from '@gantry/interchange';
import type { WholeRelation } from '../../catalog/directory-relations/directory-relations.service.ts';

/** Columns of a file by the headers that an export writes; an import knows the Russian ones as well. */
const HEADERS = {
  from: ['from_code', 'code_a', 'код a', 'код а', 'из'],
  to: ['to_code', 'code_b', 'код b', 'код б', 'в'],
  quantity: ['quantity', 'количество', 'норма'],
  coefficients: ['coefficients', 'коэффициенты'],
  optional: ['optional', 'необязательно'],
  note: ['note', 'примечание'],
} as const;
type Column = keyof typeof HEADERS;

const COLUMNS = Object.keys(HEADERS) as Column[];
const textOf = (cell: Cell | undefined): string =>
  cell === null || cell === undefined || typeof cell === 'object' ? '' : String(cell).trim();

/** The rows of a relation as a table that an import reads back to the same. */
export function tableOf({ pairs, from, to, coefficients }: WholeRelation): Table {
  const [codeA, codeB, codeK] = [from, to, coefficients].map((list) => new Map(list.map(({ id, code }) => [id, code])));
  return {
    headers: COLUMNS.map((column) => HEADERS[column][0]),
    rows: pairs
      .filter(({ row_a_id, row_b_id }) => codeA.has(row_a_id) && codeB.has(row_b_id))
      .map(({ row_a_id, row_b_id, quantity, coefficient_ids, options }) => [
        codeA.get(row_a_id) ?? null,
        codeB.get(row_b_id) ?? null,
        quantity,
        coefficient_ids.flatMap((id) => codeK.get(id) ?? []).join('; ') || null,
        options.optional,
        options.note || null,
      ]),
  };
}

type Fields = { quantity: number; coefficient_ids: number[]; options: { note: string; optional: boolean } };
export type RelationChange = {
  add: (Fields & { row_a_id: number; row_b_id: number })[];
  update: (Fields & { id: number })[];
  unchanged: number;
  refused: JobFinding[];
};

/** Column indexes of a file; null when one of the two codes is missing. */
function placesOf(header: readonly Cell[]): Map<Column, number> | null {
  const words = header.map((cell) => textOf(cell).toLowerCase());
  const places = new Map(
    COLUMNS.flatMap((column): [Column, number][] => {
      const at = words.findIndex((word) => (HEADERS[column] as readonly string[]).includes(word));
      return at < 0 ? [] : [[column, at]];
    }),
  );
  return places.has('from') && places.has('to') ? places : null;
}

/** Ids of unique codes by lower case; null for duplicated codes. */
function idsByCode(list: readonly { id: number; code: string }[]): Map<string, number | null> {
  const ids = new Map<string, number | null>();
  for (const { id, code } of list) if (code) ids.set(code.toLowerCase(), ids.has(code.toLowerCase()) ? null : id);
  return ids;
}

const refusal = (line: number, code: string, parameters: Record<string, string> = {}): JobFinding => ({
  severity: 'error',
  code: `directory_relation_file.${code}`,
  message: '',
  line,
  parameters,
});

/** What the lines of a file do to a relation, and why some of them cannot; null where the file lacks a column that it needs. */
export function readLines(rows: readonly SheetRow[], whole: WholeRelation): RelationChange | null {
  const [header, ...lines] = rows;
  const places = header && placesOf(header.cells);
  if (!places) return null;
  const [from, to, coefficients] = [whole.from, whole.to, whole.coefficients].map(idsByCode);
  const there = new Map(whole.pairs.map((pair) => [`${pair.row_a_id} ${pair.row_b_id}`, pair]));
  const seen = new Set<string>();
  const change: RelationChange = { add: [], update: [], unchanged: 0, refused: [] };
  for (const { cells, line } of lines) {
    const stated = (column: Column): string => textOf(cells[places.get(column) ?? -1]);
    if (COLUMNS.every((column) => stated(column) === '')) continue;
    const refuse = (code: string, parameters?: Record<string, string>) => void change.refused.push(refusal(line, code, parameters));
    const ends = [from.get(stated('from').toLowerCase()), to.get(stated('to').toLowerCase())];
    const lost = ends.findIndex((id) => typeof id !== 'number');
    if (lost >= 0) {
      refuse(ends[lost] === null ? 'code_twice' : 'code_unknown', { code: stated(lost === 0 ? 'from' : 'to') });
      continue;
    }
    const [row_a_id, row_b_id] = ends as [number, number];
    const key = `${row_a_id} ${row_b_id}`;
    const known = there.get(key);
    const quantity = stated('quantity') === '' ? (known?.quantity ?? 1) : (readNumber(stated('quantity')) ?? Number.NaN);
    const named = places.has('coefficients')
      ? stated('coefficients')
          .split(/[;,]\s*/)
          .filter(Boolean)
      : null;
    const strange = named?.find((code) => typeof coefficients.get(code.toLowerCase()) !== 'number');
    if (seen.has(key)) refuse('pair_twice', { from: stated('from'), to: stated('to') });
    else if (!(quantity >= 0 && quantity <= 1e12)) refuse('quantity', { value: stated('quantity') });
    else if (strange !== undefined) refuse('coefficient_unknown', { code: strange });
    else {
      const fields: Fields = {
        quantity,
        coefficient_ids: named ? named.map((code) => coefficients.get(code.toLowerCase()) as number) : (known?.coefficient_ids ?? []),
        options: {
          note: places.has('note') ? stated('note').slice(0, 512) : (known?.options.note ?? ''),
          optional: places.has('optional') ? /^(true|yes|1|да|истина)$/i.test(stated('optional')) : (known?.options.optional ?? false),
        },
      };
      if (!known) change.add.push({ row_a_id, row_b_id, ...fields });
      else if (isSame(known, fields)) change.unchanged += 1;
      else change.update.push({ id: known.id, ...fields });
    }
    seen.add(key);
  }
  return change;
}

const isSame = (known: Fields, fields: Fields): boolean =>
  known.quantity === fields.quantity &&
  known.coefficient_ids.join() === fields.coefficient_ids.join() &&
  known.options.note === fields.options.note &&
  known.options.optional === fields.options.optional;
