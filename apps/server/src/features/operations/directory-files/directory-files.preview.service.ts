import type { DirectoryCell, DirectoryRow, DirectoryRowChange, DirectoryUploadChange, DirectoryUploadPart } from '@gantry/contract';
import { measureWord, type Words, wordsOf } from './directory-files.lines.service.ts';
import { labelOf } from './directory-files.proposal.rules.ts';
import type { KeptProposal } from './directory-files.reading.service.ts';
import { writeCell } from '../../catalog/directories/directories.values.service.ts';

/** Lines of one part as people read them. */
export function showChanges(proposal: KeptProposal, part: DirectoryUploadPart, offset: number, limit: number): DirectoryUploadChange[] {
  const end = offset + limit;
  const blank = { reason: null, column: null, value: null };
  if (part === 'refused')
    return proposal.refused
      .slice(offset, end)
      .map(({ line, label, reason, column, value }) => ({ line, row_id: null, label, fields: [], reason, column, value }));
  if (part === 'removed')
    return proposal.removed.slice(offset, end).map((row) => ({ ...blank, line: null, row_id: row.id, label: labelOf(row), fields: [] }));
  const words = wordsOf(proposal.definition, { ...proposal.named, givers: [] });
  if (part === 'added')
    return proposal.added
      .slice(offset, end)
      .map(({ line, row }) => ({ ...blank, line, row_id: null, label: labelOf(row), fields: fieldsOf(proposal, words, null, row) }));
  return proposal.changed.slice(offset, end).map(({ line, before, row }) => ({
    ...blank,
    line,
    row_id: row.id,
    label: labelOf(before),
    fields: fieldsOf(proposal, words, before, row),
  }));
}

/** What differs between two states of a row; `code`, `name`, `measure`, `parent`, `donor` are called so, columns by their names. */
function fieldsOf(
  { definition, newColumns }: KeptProposal,
  words: Words,
  before: DirectoryRow | null,
  row: DirectoryRow,
): DirectoryUploadChange['fields'] {
  const fields: DirectoryUploadChange['fields'] = [];
  const put = (field: string, old: DirectoryCell, now: DirectoryCell): void => {
    if (old !== now) fields.push({ field, before: old, after: now });
  };
  put('code', before?.code || null, row.code || null);
  put('name', before?.name || null, row.name || null);
  put('measure', measureWord(words, before?.measure_id ?? null), measureWord(words, row.measure_id));
  if (before) put('parent', before.parent_id, row.parent_id);
  for (const column of [...definition.columns, ...newColumns]) {
    const say = (cells: DirectoryRow['cells'] | undefined): DirectoryCell =>
      writeCell(column, cells?.[column.id], words.lists, words.called);
    put(column.name, say(before?.cells), say(row.cells));
  }
  for (const giver of new Set([...Object.keys(before?.donors ?? {}), ...Object.keys(row.donors)]))
    put('donor', before?.donors[giver] ?? null, row.donors[giver] ?? null);
  return fields;
}

/** The changes of rows that the chosen parts of a proposal come to; parents come before the rows below them. */
export function changesOf(
  proposal: KeptProposal,
  parts: readonly ('added' | 'changed' | 'removed')[],
  adapt: (row: DirectoryRow) => DirectoryRow,
): DirectoryRowChange[] {
  const added = parts.includes('added') ? parentsFirst(proposal.added.map(({ row }) => row)) : [];
  const isAdded = new Set(added.map(({ id }) => id));
  const donated = new Set(proposal.definition.columns.filter(({ donor }) => donor).map(({ id }) => String(id)));
  const changes: DirectoryRowChange[] = [];
  for (const row of added.map(adapt)) {
    const { id, parent_id, code, name, measure_id, donors } = row;
    changes.push({ do: 'add', id, parent_id, code, name, measure_id, cells: row.cells, donors });
  }
  for (const { before, row: next } of parts.includes('changed') ? proposal.changed : []) {
    const row = adapt(next);
    const cells = changedEntries(before.cells, row.cells);
    for (const id of donated) delete cells[id];
    const { id, parent_id, code, name, measure_id } = row;
    changes.push({ do: 'update', id, code, name, measure_id, cells, donors: changedEntries(before.donors, row.donors) });
    // A row that moves below one that is not taken in stays where it is.
    if (before.parent_id !== parent_id && (parent_id === null || parent_id > 0 || isAdded.has(parent_id)))
      changes.push({ do: 'move', id, parent_id });
  }
  const removed = parts.includes('removed') ? proposal.removed : [];
  const goes = new Set(removed.map(({ id }) => id));
  // With a row go all below it.
  for (const { id, parent_id } of removed) if (parent_id === null || !goes.has(parent_id)) changes.push({ do: 'remove', id });
  return changes;
}

function changedEntries<T>(before: Readonly<Record<string, T>>, after: Readonly<Record<string, T>>): Record<string, T | null> {
  const changes: Record<string, T | null> = {};
  for (const key of Object.keys(before)) if (after[key] === undefined) changes[key] = null;
  for (const [key, value] of Object.entries(after)) if (before[key] !== value) changes[key] = value;
  return changes;
}

function parentsFirst(rows: readonly DirectoryRow[]): DirectoryRow[] {
  const waiting = new Map<number, DirectoryRow[]>();
  const own = new Set(rows.map(({ id }) => id));
  const result: DirectoryRow[] = [];
  for (const row of rows) {
    if (row.parent_id === null || !own.has(row.parent_id)) result.push(row);
    else {
      const siblings = waiting.get(row.parent_id);
      if (siblings) siblings.push(row);
      else waiting.set(row.parent_id, [row]);
    }
  }
  for (let at = 0; at < result.length; at += 1) for (const row of waiting.get(result[at].id) ?? []) result.push(row);
  return result;
}
