import type {
  DirectoryAttribute,
  DirectoryColumnTarget,
  DirectoryRow,
  DirectoryUpload,
  DirectoryUploadRule,
  JobFinding,
} from '@gantry/contract';
import { entryOf, readNumber } from '@gantry/domain';
import { type CodePage, type Finding, readSheets, type SheetRow } from '@gantry/interchange';
import { createReadStream } from 'node:fs';
import { type Definition, readCell, unpackRows } from '../../catalog/directories/rows/directories.values.service.ts';
import { type FileColumn, keyOf, mapColumns, sheetOf, textOf } from './directory-files.columns.rules.ts';
import { type Named, readLine, typeOf, type Words, wordsOf } from './directory-files.lines.service.ts';
import { type Assigned, type KeptAbout, keptLines } from './directory-files.kept.service.ts';
import { pack, packPieces, type Piece } from './directory-files.pieces.service.ts';
import { type Line, type Proposal, propose, type RefusedLine, settleDuplicates } from './directory-files.proposal.rules.ts';

/** Input of the thread that reads a file against a directory. */
export type ReadInput = {
  path: string;
  bytes: number;
  rule: DirectoryUploadRule;
  definition: Definition;
  /** False for a directory that is to be made: then unknown columns are its own. */
  exists: boolean;
  /** Rows of the directory, packed. */
  rows: readonly string[];
  named: Named;
  /** Works by their codes; null for an upload without assignment. */
  works: readonly (readonly [code: string, id: number])[] | null;
};

export type ReadOutcome =
  | {
      trouble:
        | { code: 'directory_upload.unreadable'; parameters: { reason: string } }
        | Exclude<ReturnType<typeof sheetOf>, { rows: unknown }>;
      findings: JobFinding[];
    }
  | {
      trouble: null;
      summary: Pick<DirectoryUpload, 'counts' | 'columns' | 'key' | 'findings'> & { assigned: number };
      content: Uint8Array;
      pieces: Piece[];
    };

/** Reads a file and computes its proposal. */
export async function readFile(input: ReadInput, progress: (share: number) => void): Promise<ReadOutcome> {
  const { rule, definition, named } = input;
  const file = await readSheets(createReadStream(input.path), {
    codePage: (rule.code_page as CodePage | null) ?? undefined,
    onProgress: (done) => progress((0.3 * done) / Math.max(1, input.bytes)),
  });
  const findings = file.findings.map(findingOut);
  if (!file.format) {
    const worst = file.findings.find(({ severity }) => severity === 'error');
    return { trouble: { code: 'directory_upload.unreadable', parameters: { reason: worst?.code ?? '' } }, findings };
  }
  const table = sheetOf(file.sheets, rule);
  if ('code' in table) return { trouble: table, findings };
  const mapped = mapColumns(table.header, rule, definition.columns, named.givers, !input.exists, input.works !== null);
  if ('code' in mapped) return { trouble: mapped, findings };
  const { columns, newColumns } = withNewColumns(mapped, table.rows, definition, wordsOf(definition, named));
  const key = keyOf(columns, rule);
  if (typeof key === 'object') return { trouble: key, findings };
  progress(0.5);

  const attributes = new Map([...definition.columns, ...newColumns].map((attribute) => [attribute.id, attribute]));
  const words = wordsOf(definition, named);
  const present = unpackRows(input.rows);
  const asked = { ...input, present };
  const { proposal, assignments } = compare(table.rows, columns, key, attributes, words, asked, table.sheet.formulas);
  progress(0.8);
  const { added, changed, removed, refused, unchanged } = proposal;
  const formulas = table.sheet.formulas.size;
  if (formulas) findings.push(note('warning', 'finding.directory.formulas', { count: formulas }));
  if (proposal.parentsKept) findings.push(note('warning', 'finding.directory.parents_kept', { count: proposal.parentsKept }));
  for (const { from, to } of columns) {
    if (to.kind === 'skip') findings.push(note('info', 'finding.directory.column_ignored', { column: from }));
    if (to.kind === 'attribute' && attributes.get(to.attribute_id)?.donor)
      findings.push(note('info', 'finding.directory.column_donated', { column: from }));
  }
  const about: KeptAbout = { newColumns, definition, named: { measures: named.measures, people: named.people } };
  return {
    trouble: null,
    summary: {
      counts: { added: added.length, changed: changed.length, removed: removed.length, refused: refused.length, unchanged },
      columns: mapped.map(({ from, to }) => ({ from, to, name: nameOfTarget(to, from, attributes) })),
      key,
      findings,
      assigned: assignments.length,
    },
    content: await pack(about),
    pieces: await packPieces(keptLines(proposal, assignments, present, words, named.givers)),
  };
}

function nameOfTarget(to: DirectoryColumnTarget, from: string, attributes: ReadonlyMap<number, DirectoryAttribute>): string {
  if (to.kind === 'attribute') return attributes.get(to.attribute_id)?.name ?? from;
  return to.kind === 'new' ? (to.name ?? from) : '';
}

/** Adds new columns with types inferred from their values, mapped like existing ones. */
function withNewColumns(mapped: readonly FileColumn[], rows: readonly SheetRow[], definition: Definition, words: Words) {
  const newColumns: DirectoryAttribute[] = [];
  const columns = mapped.map((column): FileColumn => {
    if (column.to.kind !== 'new') return column;
    const id = -1 - newColumns.length;
    newColumns.push({
      id,
      position: (definition.columns.at(-1)?.position ?? 0) + newColumns.length + 1,
      name: (column.to.name ?? column.from).slice(0, 512),
      type: typeOf(
        rows.map(({ cells }) => cells[column.at] ?? null),
        words.lists,
      ),
      unit: '',
      required: false,
      unique: false,
      default_value: null,
      list_id: null,
      role: null,
      linked: null,
      donor: null,
    });
    return { ...column, to: { kind: 'attribute', attribute_id: id } };
  });
  return { columns, newColumns };
}

function compare(
  rows: readonly SheetRow[],
  columns: readonly FileColumn[],
  key: DirectoryUpload['key'],
  attributes: ReadonlyMap<number, DirectoryAttribute>,
  words: Words,
  { rule, present, works }: Pick<ReadInput, 'rule' | 'works'> & { present: readonly DirectoryRow[] },
  formulas: ReadonlySet<string>,
): { proposal: Proposal; assignments: Assigned[] } {
  const keyColumn = columns.find(({ to }) =>
    typeof key === 'number' ? to.kind === 'attribute' && to.attribute_id === key : to.kind === key,
  ) as FileColumn;
  const keyText = ({ cells }: SheetRow): string => {
    const cell = cells[keyColumn.at] ?? null;
    const attribute = typeof key === 'number' ? attributes.get(key) : undefined;
    const value = attribute
      ? readCell(attribute, typeof cell === 'object' ? textOf(cell) || null : cell, words.lists, words.people)
      : textOf(cell);
    return String(value ?? '')
      .trim()
      .toLowerCase();
  };
  const known = new Map<string, DirectoryRow | null>();
  for (const row of present) {
    const text = String(
      key === 'id' ? row.id : key === 'code' ? row.code : key === 'name' ? row.name : (row.cells[key] ?? ''),
    ).toLowerCase();
    // Null: several rows share it, so it identifies none.
    if (text) known.set(text, known.has(text) ? null : row);
  }
  const refused: RefusedLine[] = [];
  const refuse = (row: SheetRow, reason: RefusedLine['reason']): void => {
    refused.push({
      line: row.line,
      label: row.cells.slice(0, 3).map(textOf).join(' ').trim().slice(0, 120),
      reason,
      column: keyColumn.from,
      value: textOf(row.cells[keyColumn.at]).slice(0, 120),
    });
  };
  const settled = settleDuplicates(rows, keyText, rule);
  for (const { row, reason } of settled.refused) refuse(row, reason);
  const named = new Set<number>();
  for (const row of rows) {
    const id = known.get(keyText(row))?.id;
    if (id !== undefined) named.add(id);
  }
  const lines: Line[] = [];
  const asked = works && askedOf(rows, columns, new Map(works), refused, keyText);
  const bad = new Set(asked?.bad);
  for (const row of settled.lines) {
    if (bad.has(row.line)) continue;
    const text = keyText(row);
    const before = text ? known.get(text) : undefined;
    if (text === '' && key !== 'id') refuse(row, 'key_missing');
    else if (before === null) refuse(row, 'key_twice');
    else if (key === 'id' && text && !before) refuse(row, 'id_unknown');
    else {
      const line = readLine(row, before ?? null, columns, attributes, words, rule, formulas);
      if ('reason' in line) refused.push(line);
      else {
        if (!line.before) line.row.id = -1 - lines.length;
        const missing = line.before
          ? undefined
          : [...attributes.values()].find(({ id, required, donor }) => required && !donor && line.row.cells[id] === undefined);
        if (missing)
          refused.push({
            line: row.line,
            label: [line.row.code, line.row.name].join(' ').trim(),
            reason: 'required',
            column: missing.name,
            value: null,
          });
        else lines.push(line);
      }
    }
  }
  const proposal = propose(present, lines, refused, [...attributes.values()], rule, named, isSameRow);
  if (!asked) return { proposal, assignments: [] };
  const out = new Set(proposal.refused.map(({ line }) => line));
  const rowAt = new Map(rows.map((row) => [row.line, row]));
  // With a line that is refused go the works of all lines of its row.
  const rowOf = new Map(lines.flatMap(({ line, row }) => (out.has(line) ? [] : [[keyText(entryOf(rowAt, line)), row.id] as const])));
  const assignments = asked.assignments.flatMap(({ key: text, ...rest }) => {
    const rowId = rowOf.get(text);
    return rowId === undefined ? [] : [{ rowId, ...rest }];
  });
  return { proposal, assignments };
}

/** Which works each line names; lines that name none that is there, or no number for the volume, are refused. */
function askedOf(
  rows: readonly SheetRow[],
  columns: readonly FileColumn[],
  works: ReadonlyMap<string, number>,
  refused: RefusedLine[],
  keyText: (row: SheetRow) => string,
): { bad: number[]; assignments: { key: string; itemId: number; volume: number | null }[] } {
  const [work, volume] = (['work_code', 'volume'] as const).map((kind) => columns.find(({ to }) => to.kind === kind));
  const bad: number[] = [];
  const assignments: { key: string; itemId: number; volume: number | null }[] = [];
  for (const row of rows) {
    const refuse = (reason: 'work_unknown' | 'volume', column: FileColumn, value: string): void => {
      bad.push(row.line);
      refused.push({ line: row.line, label: keyText(row), reason, column: column.from, value: value.slice(0, 120) });
    };
    const codes = work
      ? textOf(row.cells[work.at])
          .split(';')
          .map((code) => code.trim())
          .filter(Boolean)
      : [];
    const unknown = codes.find((code) => !works.has(code.toLowerCase()));
    const stated = volume ? (row.cells[volume.at] ?? null) : null;
    const amount = stated === null || stated === '' ? null : typeof stated === 'number' ? stated : readNumber(textOf(stated));
    if (unknown !== undefined && work) refuse('work_unknown', work, unknown);
    else if (volume && stated !== null && stated !== '' && (amount === null || amount < 0)) refuse('volume', volume, textOf(stated));
    else for (const code of codes) assignments.push({ key: keyText(row), itemId: entryOf(works, code.toLowerCase()), volume: amount });
  }
  return { bad, assignments };
}

function isSameRow(before: DirectoryRow, row: DirectoryRow): boolean {
  return (
    before.code === row.code &&
    before.name === row.name &&
    before.measure_id === row.measure_id &&
    before.parent_id === row.parent_id &&
    sameEntries(before.cells, row.cells) &&
    sameEntries(before.donors, row.donors)
  );
}

function sameEntries(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

const note = (severity: JobFinding['severity'], code: string, parameters: Record<string, string | number>): JobFinding => ({
  severity,
  code,
  message: code,
  line: null,
  parameters,
});

function findingOut({ severity, code, line, parameters, ...where }: Finding): JobFinding {
  const key = code.startsWith('finding.') ? code : `finding.${code}`;
  return { severity, code: key, message: key, line: line ?? null, parameters: { ...where, ...parameters } };
}
