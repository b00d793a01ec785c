import { cellOf, columnOf } from '../../../raw.ts';
import type { RawTable, RawTables } from '../../../raw.ts';
import { parseMinute } from '@gantry/domain';
import type { Cells } from './cells.ts';
import { keyFieldOf } from './keys.ts';
import type { ModelRows } from '../model-rows.ts';
import { wordTable } from '../../../text/word-table.ts';

/** What differs between a file and the model to be written, table by table. */
export type TableChange = { patched: Map<number, Cells>; deleted: Set<number>; added: Cells[] };

/** Rows that other rows refer to by name and that are added only beside other changes. */
const LOOKUPS = new Set(['MEMOTYPE', 'COSTTYPE', 'UMEASURE', 'RSRCCURVDATA', 'OBS', 'PROJWBS']);

/** Rows that vanish from the file when they vanish from the model; all others may serve projects outside it. */
const OWNED = new Set([
  'PROJECT', 'TASK', 'PROJWBS', 'TASKPRED', 'TASKRSRC', 'TASKACTV', 'UDFVALUE', 'TASKMEMO', 'WBSMEMO', 'PROJMEMO', 'TASKPROC', 'PROJCOST',
  'RSRCRATE', 'ROLERATE', 'RSRCRCAT', 'PROJPCAT',
]); // prettier-ignore

/** Fields that mean something together only: when one is written, all are. */
const GROUPS = [
  ['cstr_type', 'cstr_date', 'cstr_type2', 'cstr_date2'],
  ['act_reg_qty', 'act_ot_qty'],
  ['act_reg_cost', 'act_ot_cost'],
];

/** Fields of rows that are known already: keys stay, GUIDs stay, the order is judged by siblings. */
const NEVER_PATCHED = new Set([
  'guid', 'seq_num', 'color', 'proj_id', 'clndr_type', 'task_pred_id', 'schedoptions_id', 'rsrc_rate_id', 'role_rate_id',
]); // prettier-ignore

const JOIN_KEYS = wordTable<readonly string[]>({
  SCHEDOPTIONS: ['proj_id'],
  TASKACTV: ['task_id', 'actv_code_type_id'],
  RSRCRCAT: ['rsrc_id', 'rsrc_catg_type_id'],
  PROJPCAT: ['proj_id', 'proj_catg_type_id'],
  UDFVALUE: ['udf_type_id', 'fk_id'],
});

/** Compares the model as it came with the model as it is. */
export function changesOf(source: RawTables, before: ModelRows, after: ModelRows): Map<string, TableChange> {
  const changes = new Map<string, TableChange>();
  const rowIndex = new Map<string, Map<string, number>>();
  const changeOf = (table: string): TableChange => {
    let change = changes.get(table);
    if (!change) changes.set(table, (change = { patched: new Map(), deleted: new Set(), added: [] }));
    return change;
  };
  const rowsOf = (table: string): Map<string, number> => {
    let rows = rowIndex.get(table);
    if (!rows) rowIndex.set(table, (rows = keyedRows(source.tables.find(({ name }) => name === table))));
    return rows;
  };
  const patch = (table: string, key: string, cells: Cells): void => {
    if (cells === NOTHING) return;
    const row = rowsOf(table).get(key);
    const { patched } = changeOf(table);
    if (row !== undefined) patched.set(row, { ...patched.get(row), ...cells });
  };
  const units = after.get('#UNITS');
  for (const [table, rows] of after) {
    if (table.startsWith('#')) continue;
    const known = before.get(table);
    for (const [key, cells] of rows) {
      const old = known?.get(key);
      if (old) patch(table, key, differing(old, cells));
      else if (!rowsOf(table).has(key) || !known)
        changeOf(table).added.push(table === 'TASK' && !statesUnits(cells) ? { ...cells, ...units?.get(key) } : cells);
    }
  }
  for (const [key, cells] of units ?? []) {
    const old = before.get('#UNITS')?.get(key);
    if (!sameCells(old, cells) && rowsOf('TASK').has(key)) patch('TASK', key, cells);
  }
  reorder();
  deleteVanished();
  if ([...changes.values()].some(({ patched, deleted, added }) => patched.size + deleted.size + added.length > 0)) {
    for (const table of LOOKUPS) {
      for (const [key, cells] of after.get(table) ?? []) {
        if (before.get(table)?.has(key) && !rowsOf(table).has(key)) changeOf(table).added.push(cells);
      }
    }
  }
  return changes;

  function reorder(): void {
    for (const [key, { order }] of after.get('#ORDER') ?? []) {
      const old = before.get('#ORDER')?.get(key)?.order;
      if (old === undefined || old === order) continue;
      order.split(' ').forEach((wbsKey, i) => patch('PROJWBS', wbsKey, { seq_num: String((i + 1) * 100) }));
    }
  }

  function deleteVanished(): void {
    const gone: Record<'TASK' | 'PROJECT', Set<string>> = { TASK: new Set(), PROJECT: new Set() };
    for (const [table, rows] of before) {
      if (!OWNED.has(table)) continue;
      const left = after.get(table);
      for (const [key, cells] of rows) {
        if (left?.has(key)) continue;
        const owner = table === 'RSRCRATE' ? ['RSRC', cells.rsrc_id] : table === 'ROLERATE' ? ['ROLES', cells.role_id] : null;
        if (owner && !after.get(owner[0])?.has(owner[1])) continue;
        if (table === 'TASK' || table === 'PROJECT') gone[table].add(key);
        const row = rowsOf(table).get(key);
        if (row !== undefined) changeOf(table).deleted.add(row);
      }
    }
    if (gone.TASK.size + gone.PROJECT.size === 0) return;
    for (const table of source.tables) {
      const fields: [field: string, keys: Set<string>][] = [
        ['task_id', gone.TASK],
        ['pred_task_id', gone.TASK],
        ['proj_id', gone.PROJECT],
      ];
      for (const [field, keys] of fields) {
        const column = columnOf(table, field);
        for (let row = 0; column >= 0 && keys.size > 0 && row < table.rowCount; row++) {
          if (keys.has(cellOf(table, row, column).trim())) changeOf(table.name).deleted.add(row);
        }
      }
    }
  }
}

const NOTHING: Cells = {};

function differing(before: Cells, after: Cells): Cells {
  const changed: Cells = {};
  let isSame = true;
  for (const field of Object.keys(after)) {
    if (before[field] === after[field] || NEVER_PATCHED.has(field)) continue;
    changed[field] = after[field];
    isSame = false;
  }
  if (isSame) return NOTHING;
  for (const group of GROUPS) {
    if (group.some((field) => field in changed)) for (const field of group) changed[field] = after[field] ?? '';
  }
  return changed;
}

function statesUnits(cells: Cells): boolean {
  return Object.entries(cells).some(([field, value]) => /_(work|equip)_qty$/.test(field) && value !== '0');
}

function sameCells(a: Cells | undefined, b: Cells): boolean {
  return a !== undefined && Object.entries(b).every(([field, value]) => a[field] === value);
}

/** Rows of the source by the keys that the model gives them. */
function keyedRows(table: RawTable | undefined): Map<string, number> {
  const rows = new Map<string, number>();
  if (!table) return rows;
  const cell = (row: number, field: string): string => cellOf(table, row, columnOf(table, field)).trim();
  const put = (key: string, row: number): void => {
    if (!rows.has(key)) rows.set(key, row);
  };
  if (table.name === 'RSRCRATE' || table.name === 'ROLERATE') {
    const owner = table.name === 'RSRCRATE' ? 'rsrc_id' : 'role_id';
    const byOwner = new Map<string, number[]>();
    for (let row = 0; row < table.rowCount; row++) {
      const list = byOwner.get(cell(row, owner));
      if (list) list.push(row);
      else byOwner.set(cell(row, owner), [row]);
    }
    const from = (row: number): number => parseMinute(cell(row, 'start_date')) ?? -Infinity;
    for (const [key, list] of byOwner) list.sort((a, b) => from(a) - from(b)).forEach((row, n) => put(`${key} ${n}`, row));
    return rows;
  }
  const counts = new Map<string, number>();
  const joined = JOIN_KEYS[table.name] ?? [keyFieldOf(table.name) ?? ''];
  for (let row = 0; row < table.rowCount; row++) {
    if (table.name === 'TASKPRED') {
      const pair = `${cell(row, 'pred_task_id')}>${cell(row, 'task_id')}:${cell(row, 'pred_type')}`;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
      put(`${pair}#${counts.get(pair)}`, row);
    } else put(joined.map((field) => cell(row, field)).join(' '), row);
  }
  return rows;
}
