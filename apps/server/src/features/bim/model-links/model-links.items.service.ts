import { MINUTES_PER_DAY } from '@gantry/domain';
import { attributeFinder, layOutRows, type RuleField, type ScheduleDocument, type Span, textAt, type ValuesOf } from '@gantry/plan-view';
import { TYPE_SUM } from '@gantry/scene';
import { openWhole } from '../../planning/attribute-values/attribute-values.service.ts';
import type { VersionReader } from '../../planning/edits/edits.service.ts';

/** A work as links know it. */
export type Item = { id: number; code: string; name: string };

/** Works of a version, phases apart. */
export function worksOf(document: ScheduleDocument): (Item & { slot: number })[] {
  const { rows, slots } = layOutRows(document, () => false);
  const { wbs } = document.tables;
  const works: (Item & { slot: number })[] = [];
  for (let row = 0; row < rows.count; row += 1) {
    if (slots[row] < 0 || rows.type[row] === TYPE_SUM) continue;
    const slot = wbs.slotOf.get(rows.id[row]) ?? -1;
    works.push({ id: rows.id[row], code: textAt(wbs, 'code', slot), name: textAt(wbs, 'name', slot), slot });
  }
  return works;
}

/** Works with what rules can ask of them; attributes out of the caller's sight have no values. */
export async function itemsForRules(reader: VersionReader, fields: readonly RuleField[]): Promise<{ item: Item; values: ValuesOf }[]> {
  const document = await openWhole(reader);
  const known = new Map(
    (await reader.rows('attribute')).filter(({ id }) => !reader.mask?.hidden.has(id)).map(({ id, name }) => [name, id]),
  );
  const finders = new Map(
    fields.flatMap(({ set, name }) => {
      const id = set === '' ? undefined : known.get(name);
      return id === undefined ? [] : [[name, attributeFinder(document, id)] as const];
    }),
  );
  return worksOf(document).map(({ id, code, name }) => ({
    item: { id, code, name },
    values(field) {
      if (field.set === '') return field.name === 'code' ? [code] : field.name === 'name' ? [name] : [];
      const value = finders.get(field.name)?.(id)?.value;
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
    },
  }));
}

/** From the first to the last approved day of each work that has any. */
export async function approvedSpans(reader: VersionReader): Promise<Map<number, Span>> {
  const spans = new Map<number, Span>();
  for (const { itemId, mode, firstDay, lastAmountDay } of await reader.rows('daySeries')) {
    if (mode !== 'approved_plan' || lastAmountDay === null) continue;
    const own = { start: firstDay * MINUTES_PER_DAY, finish: (lastAmountDay + 1) * MINUTES_PER_DAY };
    const known = spans.get(itemId);
    spans.set(itemId, known ? { start: Math.min(known.start, own.start), finish: Math.max(known.finish, own.finish) } : own);
  }
  return spans;
}
