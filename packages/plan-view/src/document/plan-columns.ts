import type { ExternalRelation } from '@gantry/contract';
import {
  blankRecord,
  type ExternalLimit,
  fieldsOf,
  NO_DATE,
  parseMinute,
  PLAN_TABLES,
  type PlanRecords,
  type VersionTable,
} from '@gantry/domain';
import { type ScheduleDocument, textAt } from './document.ts';

type Numbers = Int32Array | Float64Array | Uint8Array;

/** One table as a worker takes it: slots in order, columns of numbers, and the json texts that are not empty. Copying it costs no object a row. */
type TableColumns = { order: Int32Array; numbers: Map<string, Numbers>; json: Map<string, Map<number, string>> };
export type PlanColumns = Record<(typeof PLAN_TABLES)[number], TableColumns>;

const NULL_BYTE = 255;

/** What other schedules ask of a version, as its calculation takes it. */
export const limitsOutside = (outside: ReadonlyMap<number, ExternalRelation[]> = new Map()): ExternalLimit[] =>
  [...outside.values()].flat().flatMap(({ item, limit }) => {
    const date = limit && parseMinute(limit.date);
    return limit && date !== null ? [{ itemId: item.id, kind: limit.kind, date }] : [];
  });

/** The tables that a calculation reads, rows of the tree in the order of the grid. */
export function planColumns(document: ScheduleDocument, slots: Int32Array): PlanColumns {
  return Object.fromEntries(
    PLAN_TABLES.map((table) => [
      table,
      tableColumns(document, table, table === 'wbs' ? slots : Int32Array.from(document.tables[table].slotOf.values())),
    ]),
  ) as PlanColumns;
}

function tableColumns(document: ScheduleDocument, name: VersionTable, order: Int32Array): TableColumns {
  const table = document.tables[name];
  const json = new Map<string, Map<number, string>>();
  for (const { name: field, kind } of fieldsOf(name)) {
    if (kind !== 'json') continue;
    const texts = new Map<number, string>();
    for (const slot of order) {
      const text = textAt(table, field, slot);
      if (text) texts.set(slot, text);
    }
    json.set(field, texts);
  }
  return { order, numbers: table.numbers, json };
}

/** Rows as a plan is made of them; dates stay minutes. Names and codes are left out: no date depends on them. */
export function recordsOfColumns(columns: PlanColumns): PlanRecords {
  return Object.fromEntries(
    PLAN_TABLES.map((table) => [table, Array.from(columns[table].order, (slot) => recordAt(table, columns[table], slot))]),
  ) as PlanRecords;
}

function recordAt(table: VersionTable, { numbers, json }: TableColumns, slot: number): Record<string, unknown> {
  const record = blankRecord(table);
  for (const { name, kind, values } of fieldsOf(table)) {
    if (kind === 'text' || kind === 'days') continue;
    if (kind === 'json') {
      const text = json.get(name)?.get(slot);
      record[name] = text ? (JSON.parse(text) as unknown) : null;
      continue;
    }
    const value = (numbers.get(name) as Numbers)[slot];
    if (kind === 'float') record[name] = Number.isNaN(value) ? null : value;
    else if (kind === 'word') record[name] = value === NULL_BYTE ? null : (values as readonly string[])[value];
    else if (kind === 'flag') record[name] = value === 1;
    else record[name] = value === NO_DATE ? null : value;
  }
  return record;
}
