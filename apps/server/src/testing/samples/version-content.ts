import { api, COLUMNS_TYPE, createDecoder, type DecodedBlock, type EditPushed } from '@gantry/contract';
import { daysFieldOf, fieldsOf, formatMinute, NO_DATE, type TableDiff, VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { tableName } from '../../database/version-content.ts';
import type { Person, World } from '../world.ts';

type Row = Record<string, unknown> & { id: number };

/** All rows of version content as the database holds them, and the data date. */
export async function contentOf(world: World, versionId: number): Promise<Record<string, Row[]>> {
  const content: Record<string, Row[]> = {};
  for (const table of VERSION_TABLE_NAMES) {
    content[table] = await world.sql<Row>(`select * from ${tableName(table)} where version_id = $1 order by id`, [versionId]);
  }
  content['head'] = await world.sql<Row>('select id, data_date, item_count from version where id = $1', [versionId]);
  return content;
}

/** A page's copy of a version: what the columnar stream brought, kept up by Diffs. */
export type VersionCopy = { revision: number; tables: Map<VersionTable, Map<number, Row>> };

/** Loads a version as the page does. */
export async function copyFrom(person: Person, versionId: number, encoding = 'identity'): Promise<VersionCopy> {
  const copy: VersionCopy = { revision: -1, tables: new Map(VERSION_TABLE_NAMES.map((table) => [table, new Map()])) };
  const decoder = createDecoder({
    head: (head) => (copy.revision = head.revision),
    block: (block) => {
      for (const row of rowsOf(block)) copy.tables.get(block.table)?.set(row.id, row);
    },
  });
  const response = await fetchColumns(person, versionId, encoding);
  decoder.push(new Uint8Array(await response.arrayBuffer()));
  decoder.end();
  return copy;
}

/** The columnar stream of a version as it comes. */
export function fetchColumns(person: Person, versionId: number, encoding: string, signal?: AbortSignal): Promise<Response> {
  const cookie = [...person.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const path = api.wbs.list.path.replace('{id}', String(versionId));
  return fetch(person.base() + path, {
    signal,
    headers: { accept: COLUMNS_TYPE, 'accept-encoding': encoding, cookie, 'x-space-id': String(person.spaceId) },
  });
}

/** Rows of a block as objects, dates written out. */
export function rowsOf(block: DecodedBlock): Row[] {
  return Array.from({ length: block.count }, (_, index) => {
    const row: Record<string, unknown> = {};
    for (const { name, kind, values } of fieldsOf(block.table)) {
      if (kind === 'days') continue;
      const column = block.columns.get(name);
      if (!column) throw new Error(`no column ${name}`);
      const number = column.numbers?.[index] as number;
      if (kind === 'text') row[name] = column.text(index);
      else if (kind === 'json') row[name] = column.text(index) === '' ? null : JSON.parse(column.text(index));
      else if (kind === 'float') row[name] = Number.isNaN(number) ? null : number;
      else if (kind === 'word') row[name] = number === 255 ? null : values?.[number];
      else if (kind === 'flag') row[name] = number === 255 ? null : number === 1;
      else if (number === NO_DATE) row[name] = null;
      else row[name] = kind === 'minute' ? formatMinute(number) : number;
    }
    return row as Row;
  });
}

/** A page keeps no days. */
function withoutDays<R extends object>(table: VersionTable, row: R): R {
  const { [daysFieldOf(table) ?? '']: _days, ...rest } = row as Record<string, unknown>;
  return rest as R;
}

/** Brings a copy up by one edit; edits must come in order. */
export function applyToCopy(copy: VersionCopy, edit: EditPushed): void {
  if (edit.revision <= copy.revision) return;
  if (edit.revision !== copy.revision + 1 || !edit.diff) throw new Error(`a gap between ${copy.revision} and ${edit.revision}`);
  for (const [table, change] of Object.entries(edit.diff) as [VersionTable, TableDiff][]) {
    const rows = copy.tables.get(table) as Map<number, Row>;
    for (const { id } of change.removed) rows.delete(id);
    for (const row of change.added as Row[]) rows.set(row.id, withoutDays(table, row));
    for (const { id, after } of change.updated) Object.assign(rows.get(id) as Row, withoutDays(table, after));
  }
  copy.revision = edit.revision;
}
