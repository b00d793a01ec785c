import { createHash } from 'node:crypto';
import { cellOf, columnOf, tableOf } from '../../../raw.ts';
import type { RawTables } from '../../../raw.ts';
import { unescapeCell } from '../table-view.ts';
import { wordTable } from '../../../text/word-table.ts';

/** Gives rows their keys: the one they came with where the source has it, a fresh one otherwise. */
export type KeyBook = {
  /** `identity` names the thing within the model; the same identity always gets the same key. */
  keyFor: (table: string, sourceId: string | null, identity: string) => string;
  /** The key that a row came with, taken by it; null where the source has none or another row took it. */
  takeKey: (table: string, sourceId: string) => string | null;
  /** Whether the source holds a row of this key. */
  isKnown: (table: string, key: string) => boolean;
  /** Key of the row whose field says this; a fresh one where no row does. */
  keyByName: (table: string, field: string, name: string) => string;
  /** Key of the first row of a table in the source. */
  firstKey: (table: string) => string | null;
};

const KEY_FIELDS = wordTable<string>({
  PROJECT: 'proj_id', PROJWBS: 'wbs_id', TASK: 'task_id', TASKPRED: 'task_pred_id', TASKRSRC: 'taskrsrc_id', RSRC: 'rsrc_id', ROLES: 'role_id',
  CALENDAR: 'clndr_id', ACTVTYPE: 'actv_code_type_id', ACTVCODE: 'actv_code_id', UDFTYPE: 'udf_type_id', MEMOTYPE: 'memo_type_id',
  TASKMEMO: 'memo_id', WBSMEMO: 'memo_id', PROJMEMO: 'memo_id', TASKPROC: 'proc_id', PROJCOST: 'cost_item_id', COSTTYPE: 'cost_type_id',
  OBS: 'obs_id', CURRTYPE: 'curr_id', SCHEDOPTIONS: 'schedoptions_id', RSRCRATE: 'rsrc_rate_id', ROLERATE: 'role_rate_id', UMEASURE: 'unit_id',
  RSRCCURVDATA: 'curv_id', RCATTYPE: 'rsrc_catg_type_id', RCATVAL: 'rsrc_catg_id', PCATTYPE: 'proj_catg_type_id', PCATVAL: 'proj_catg_id',
}); // prettier-ignore

/** Field of a table that holds its key; undefined for tables that only join others. */
export function keyFieldOf(table: string): string | undefined {
  return KEY_FIELDS[table];
}

const FIRST_FRESH_KEY = 1000;

type TableKeys = { known: Set<string>; next: number; given: Map<string, string>; taken: Set<string> };

/** Opens the book over a source; null for a file made from nothing. */
export function openKeyBook(source: RawTables | null): KeyBook {
  const tables = new Map<string, TableKeys>();
  const keysOf = (table: string): TableKeys => {
    const opened = tables.get(table);
    if (opened) return opened;
    const keys: TableKeys = { known: new Set(), next: FIRST_FRESH_KEY, given: new Map(), taken: new Set() };
    tables.set(table, keys);
    const raw = source ? tableOf(source, table) : undefined;
    const column = raw ? columnOf(raw, KEY_FIELDS[table] ?? '') : -1;
    for (let row = 0; raw && column >= 0 && row < raw.rowCount; row++) {
      const key = cellOf(raw, row, column).trim();
      keys.known.add(key);
      if (Number(key) >= keys.next) keys.next = Number(key) + 1;
    }
    return keys;
  };
  const book: KeyBook = {
    keyByName(table, field, name) {
      const raw = source ? tableOf(source, table) : undefined;
      const column = raw ? columnOf(raw, field) : -1;
      const keyColumn = raw ? columnOf(raw, KEY_FIELDS[table] ?? '') : -1;
      for (let row = 0; raw && column >= 0 && keyColumn >= 0 && row < raw.rowCount; row++) {
        if (unescapeCell(cellOf(raw, row, column)).trim() === name) return cellOf(raw, row, keyColumn).trim();
      }
      return book.keyFor(table, null, name);
    },
    keyFor(table, sourceId, identity) {
      const keys = keysOf(table);
      const before = keys.given.get(identity);
      if (before !== undefined) return before;
      const isFree = sourceId !== null && keys.known.has(sourceId) && !keys.taken.has(sourceId);
      const key = isFree ? sourceId : String(keys.next++);
      keys.taken.add(key);
      keys.given.set(identity, key);
      return key;
    },
    takeKey(table, sourceId) {
      const { known, taken } = keysOf(table);
      if (!known.has(sourceId) || taken.has(sourceId)) return null;
      taken.add(sourceId);
      return sourceId;
    },
    isKnown: (table, key) => keysOf(table).known.has(key),
    firstKey: (table) => keysOf(table).known.values().next().value ?? null,
  };
  return book;
}

/** A GUID in P6's form (22 characters of base64) that depends on nothing but the text. */
export function guidOf(text: string): string {
  return createHash('md5').update(text).digest('base64').slice(0, 22);
}
