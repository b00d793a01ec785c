import {
  parseMinute,
  fileOfValue,
  type JsonValue,
  type OwnAttributeType,
  passportValue,
  type ReportCell,
  type ReportCellKind,
} from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { listMembersOfSpace, nameOfPerson } from '../../access/spaces/spaces.service.ts';
import { readPassport } from './attributes.values.service.ts';

/** A field of a passport as a report writes it. */
export type PassportCell = { cell: ReportCell; kind: ReportCellKind };

const KINDS: Partial<Record<OwnAttributeType, ReportCellKind>> = {
  number: 'number',
  measure: 'number',
  money: 'money',
  percentage: 'percent',
  date: 'date',
  flag: 'flag',
};

/**
 * What the passports of the nodes above a version hold, as far as the caller may read it, by the names of `passportValue`. The nearest node
 * that has a value counts. `money`: whether amounts of money are shown.
 */
export async function passportCells(
  context: Context,
  path: readonly { id: number }[],
  money: boolean,
): Promise<Record<string, PassportCell>> {
  const people = new Map((await listMembersOfSpace(context)).map((person) => [person.id, nameOfPerson(person)]));
  const found: Record<string, PassportCell> = {};
  for (const { id } of path)
    for (const { attribute, value } of await readPassport(context, id)) {
      const { name, type } = attribute;
      if (value === null || value === '' || (type === 'money' && !money)) continue;
      found[passportValue(name)] = { cell: cellOf(value, type, people), kind: KINDS[type] ?? 'text' };
    }
  return found;
}

function cellOf(value: JsonValue, type: OwnAttributeType, people: ReadonlyMap<number, string>): ReportCell {
  if (type === 'person') return people.get(Number(value)) ?? null;
  if (type === 'file') return fileOfValue(value)?.name ?? null;
  if (type === 'date' && typeof value === 'string') {
    const minute = parseMinute(value);
    return minute === null ? value : { minute };
  }
  return typeof value === 'object' ? null : value;
}
