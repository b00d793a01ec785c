import { MOST_DAYS } from '@gantry/contract';
import { changeDays, type Day, type ResourceMeasure, rowOfDays, valueOnDay, type VersionRow } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Draft } from '../edits/edits.service.ts';
import { factsBefore, settleFacts } from './day-values.facts.service.ts';
import { findEditingPeriod } from './day-values.repository.ts';
import { closedDay, dayOfText, keyDayOf, openFrom, textOfDay } from './day-values.rules.ts';

/** What becomes of the fact of a day, of the row as a whole or of one of its resources. */
export type FactChange = {
  itemId: number;
  resourceId: number | null;
  measure: ResourceMeasure;
  day: string;
  valueOf(before: number | null): number | null;
};

type Series = Pick<VersionRow<'daySeries'>, 'itemId' | 'resourceId' | 'measure'>;
const nameOf = ({ itemId, resourceId, measure }: Series): string => `${itemId} ${resourceId} ${measure}`;

/** The first day whose facts may be changed in the version of a draft; null when all may. */
async function factsOpenFrom(context: Context, draft: Draft): Promise<Day | null> {
  const period = await findEditingPeriod(draft.tx, context.spaceId, draft.head.schedule_id);
  return openFrom('fact', keyDayOf(draft.head.data_date, context), period);
}

/** Writes daily facts that come from reports or timesheets inside their edit, and updates progress, status, units and costs of the works. */
export async function changeFacts(context: Context, draft: Draft, changes: readonly FactChange[]): Promise<void> {
  const ids = [...new Set(changes.map(({ itemId }) => itemId))];
  if (!ids.length) return;
  const all = await factsBefore(draft, ids);
  const known = new Map(all.flatMap((row) => (row.mode === 'fact' ? [[nameOf(row), row] as const] : [])));
  const from = await factsOpenFrom(context, draft);
  for (const [name, own] of Map.groupBy(changes, nameOf)) {
    const kept = known.get(name);
    const before = kept?.days ?? null;
    const values = new Map<Day, number | null>();
    for (const { day, valueOf } of own) {
      const at = dayOfText(day);
      const now = values.has(at) ? values.get(at) : valueOnDay(before, at);
      values.set(at, valueOf(now ?? null));
    }
    const closed = closedDay(values.keys(), from);
    if (closed !== null) fail('values.period_closed', { day: textOfDay(closed), from: textOfDay(from ?? closed) });
    const after = changeDays(before, values);
    if ((after?.values.length ?? 0) > MOST_DAYS) fail('values.too_long', { most: MOST_DAYS });
    const [{ itemId, resourceId, measure }] = own;
    if (!after) {
      if (kept) draft.remove('daySeries', kept.id);
    } else if (kept) draft.update('daySeries', kept.id, rowOfDays(after));
    else draft.insert('daySeries', { id: draft.newId(), itemId, resourceId, measure, mode: 'fact', ...rowOfDays(after) });
  }
  const [refused] = (await settleFacts(context, draft, ids, all)).refused;
  if (refused) fail(refused.code, refused.parameters);
}

/** The first day whose facts may be changed, as a text; null when all may. */
export async function firstOpenDay(context: Context, draft: Draft): Promise<string | null> {
  const from = await factsOpenFrom(context, draft);
  return from === null ? null : textOfDay(from);
}

/** Facts of works as a whole by measure and day, as a draft has them. */
export async function factsOfDays(
  draft: Draft,
  itemIds: readonly number[],
): Promise<(itemId: number, measure: ResourceMeasure, day: string) => number | null> {
  const series = (await factsBefore(draft, itemIds)).filter(({ mode, resourceId }) => mode === 'fact' && resourceId === null);
  const known = new Map(series.map((row) => [nameOf(row), row.days]));
  return (itemId, measure, day) => {
    return valueOnDay(known.get(nameOf({ itemId, resourceId: null, measure })), dayOfText(day));
  };
}
