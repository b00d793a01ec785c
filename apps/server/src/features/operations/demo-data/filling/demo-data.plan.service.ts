import { dayOf, entryOf, formatMinute, type Minute, minuteAt, MINUTES_PER_DAY, partsOf } from '@gantry/domain';
import { seededRandom } from '@gantry/engine';
import type { Context } from '../../../../platform/context.ts';
import { createVersionAttribute } from '../../../planning/attribute-values/attribute-values.service.ts';
import { writeDays } from '../../../planning/day-values/writing/day-values.writing.service.ts';
import { edit, readVersion } from '../../../planning/edits/edits.service.ts';
import { saveAutoActuals } from '../../../planning/resources/resources.service.ts';
import { calculateNow } from '../../../planning/timetable/timetable.service.ts';
import { assignRow } from '../../../planning/version-directories/assign/version-directories.give.service.ts';
import { makeKind } from '../../../planning/version-heads/version-heads.service.ts';
import { copyVersion } from '../../../planning/versions/versions.copy.service.ts';
import { createVersion } from '../../../planning/versions/versions.service.ts';
import { updateTargetDates } from '../../../planning/versions/versions.target.service.ts';
import { newRow, updateItems } from '../../../planning/wbs/wbs.service.ts';
import { setFlag } from '../../../planning/wbs/wbs.view.service.ts';
import { amountOf, demoRelations, demoRows, type DemoRow, PLACES_OF_TRADE } from './demo-data.plan.rules.ts';
import type { Team } from './demo-data.team.service.ts';
import type { DemoTexts } from '../texts/demo-data.words.rules.ts';

const MINUTES_A_DAY = 480;
const MORNING = 480;
const EVENING = 1020;

/** A version of the sample with its rows by their keys. */
export type DemoPlan = { scheduleId: number; versionId: number; rows: DemoRow[]; idOf(key: string): number };

/** Writes a schedule of the sample, calculated from its start; `team` carries out the works. */
export async function createPlan(
  context: Context,
  scheduleId: number,
  texts: DemoTexts,
  { start, team, rows = demoRows(texts) }: { start: Minute; team: Team | null; rows?: DemoRow[] },
): Promise<DemoPlan> {
  const versionId = await createVersion(context, scheduleId, texts.version);
  const { result: ids } = await edit(context, versionId, 'demo.fill', async (draft) => {
    const made = new Map(rows.map(({ key }) => [key, draft.newId()]));
    const parents: number[] = [];
    for (const [index, row] of rows.entries()) {
      const id = entryOf(made, row.key);
      parents[row.level] = id;
      const durationMinutes = (row.days ?? 0) * MINUTES_A_DAY;
      const amount = team && amountOf(row.key);
      draft.insert('wbs', {
        ...newRow(id, row.milestone ?? (row.days === null ? 'sum' : 'task')),
        parentId: row.level ? parents[row.level - 1] : null,
        position: index + 1,
        code: codeAt(index),
        name: row.name,
        durationMinutes,
        remainingMinutes: durationMinutes,
        start: formatMinute(start),
        finish: formatMinute(start),
        ...(amount && {
          volume: amount.volume,
          volumeUnit: texts.units[amount.unit] ?? amount.unit,
          executorId: team.ids[amount.by],
          curatorId: team.ids[0],
        }),
      });
    }
    for (const { from, to, type, days } of demoRelations(rows)) {
      draft.insert('relation', {
        id: draft.newId(),
        predecessorId: entryOf(made, from),
        successorId: entryOf(made, to),
        type,
        lagMinutes: days * MINUTES_A_DAY,
        lagCalendar: null,
        driving: false,
      });
    }
    return made;
  });
  await calculateNow(context, versionId, { dataDate: formatMinute(start) });
  return { scheduleId, versionId, rows, idOf: (key) => entryOf(ids, key) };
}

export const codeAt = (index: number): string => `A${String((index + 1) * 10).padStart(4, '0')}`;

/** Gives works crews, machines and materials by the norms of their work types; durations stay as they are. */
export async function giveNorms(
  context: Context,
  { versionId, rows, idOf }: DemoPlan,
  types: { id: number; rows: number[] },
): Promise<void> {
  const works = rows.flatMap(({ key }) => {
    const amount = amountOf(key);
    return amount?.trade != null ? [{ key, amount, at: amount.trade * PLACES_OF_TRADE + amount.place }] : [];
  });
  for (const [at, own] of Map.groupBy(works, ({ at: type }) => type))
    await assignRow(context, versionId, {
      directory_id: types.id,
      row_id: types.rows[at],
      items: own.map(({ key, amount }) => ({ id: idOf(key), volume: amount.volume, volume_unit: amount.unit })),
      crew: own[0].amount.crew,
      rule: 'none',
    });
}

/** Gives rows of some kinds an attribute that is the same for all of a storey in all schedules: the package that they belong to. */
export async function packWorks(context: Context, { versionId, rows, idOf }: DemoPlan, texts: DemoTexts, kinds: RegExp): Promise<void> {
  const packed = rows.flatMap(({ key }) => {
    const storey = kinds.exec(key)?.[1];
    return storey === undefined ? [] : [{ id: idOf(key), value: texts.package.replace('{n}', storey) }];
  });
  const values = [...new Set(packed.map(({ value }) => value))];
  const { id } = await createVersionAttribute(context, versionId, { ...PLAIN, name: texts.attributes.package, type: 'list', values });
  await updateItems(
    context,
    versionId,
    packed.map((one) => ({ id: one.id, attributes: { [id]: one.value } })),
  );
}

/** Says of works by attributes on which storey and of which trade they are, for the cyclogram, and folds what is done long ago. */
export async function placeWorks(context: Context, plan: DemoPlan, texts: DemoTexts): Promise<void> {
  const { versionId, rows, idOf } = plan;
  await packWorks(context, plan, texts, /^e(\d+)$/);
  const places = rows.flatMap(({ key }) => {
    const [, kind = '', storey = ''] = STOREYED.exec(key) ?? [];
    const [trade = ''] = (texts.rows[kind] ?? '').split(',');
    return kind ? [{ id: idOf(key), storey: texts.storey.replace('{n}', storey), trade }] : [];
  });
  const define = async (name: string, values: string[]) =>
    (await createVersionAttribute(context, versionId, { ...PLAIN, name, type: 'list', values: [...new Set(values)] })).id;
  const storeyId = await define(texts.attributes.storey, places.map(({ storey }) => storey).toReversed());
  const tradeId = await define(
    texts.attributes.trade,
    places.map(({ trade }) => trade),
  );
  await updateItems(
    context,
    versionId,
    places.map(({ id, storey, trade }) => ({ id, attributes: { [storeyId]: storey, [tradeId]: trade } })),
  );
  await setFlag(context, versionId, 'folded', ['design', 'procure', 'sub'].map(idOf), true);
}
const PLAIN = { unit: '', required: false, unique: false, inherits: false, default_value: null, formula: null };
const STOREYED = /^([femvt])(\d+)$/;

/** What the plan of each work costs, by its key. */
export async function costsOf(context: Context, { versionId, rows, idOf }: DemoPlan): Promise<Map<string, number>> {
  const assignments = await readVersion(context, versionId, (reader) => reader.rows('assignment'));
  const byWork = Map.groupBy(assignments, ({ itemId }) => itemId);
  return new Map(rows.map(({ key }) => [key, (byWork.get(idOf(key)) ?? []).reduce((sum, { plannedCost }) => sum + plannedCost, 0)]));
}

/** Machines and materials follow the progress of their works; of crews hours are reported. */
async function followProgress(context: Context, versionId: number): Promise<void> {
  const resources = await readVersion(context, versionId, (reader) => reader.rows('resource'));
  for (const { id, kind } of resources) if (kind !== 'labour') await saveAutoActuals(context, versionId, id, true);
}

/** So many working days behind the plan are the works that should be done today. */
const BEHIND = 6;

/** Keeps the plan as the baseline, then reports what was done until yesterday, somewhat late, and calculates again from today. */
export async function beginPlan(context: Context, plan: DemoPlan, texts: DemoTexts): Promise<void> {
  const { versionId, scheduleId } = plan;
  await calculateNow(context, versionId);
  const { id: baselineId } = await copyVersion(context, versionId, scheduleId, texts.baseline);
  if (baselineId !== null) await makeKind(context, baselineId, 'target');
  await makeKind(context, versionId, 'actual');
  await followProgress(context, versionId);
  const today = dayOf(minuteAt(context.today));
  await reportFacts(context, plan, today);
  await calculateNow(context, versionId, { dataDate: formatMinute(today * MINUTES_PER_DAY + MORNING) });
  await updateTargetDates(context, versionId, { clear: false });
}

async function reportFacts(context: Context, { versionId, rows, idOf }: DemoPlan, today: number): Promise<void> {
  const { planned, hours } = await readVersion(context, versionId, async (reader) => {
    const crews = new Set((await reader.rows('resource')).flatMap(({ id, kind }) => (kind === 'labour' ? [id] : [])));
    const assigned = (await reader.rows('assignment')).filter(({ resourceId }) => crews.has(resourceId));
    return {
      planned: new Map((await reader.rows('wbs')).map((row) => [row.id, row])),
      hours: Map.groupBy(assigned, ({ itemId }) => itemId),
    };
  });
  const random = seededRandom(7);
  const begun = Math.min(...[...planned.values()].map(({ start }) => dayOf(minuteAt(start ?? ''))));
  // Works are the later the further the project is: their order stays what it was.
  const later = (day: number): number => workdaysAfter(day, Math.round((BEHIND * Math.max(0, day - begun)) / (today - begun)));
  const cells: Parameters<typeof writeDays>[2][number][] = [];
  const entered: Parameters<typeof updateItems>[2] = [];
  for (const { key, days } of rows) {
    const row = planned.get(idOf(key));
    if (!row?.start || !row.finish || days === null) continue;
    const [first, last] = [later(dayOf(minuteAt(row.start))), later(dayOf(minuteAt(row.finish) - 1))];
    if (first >= today) continue;
    const amount = amountOf(key);
    if (amount) {
      const done = factsOf({ first, last, today, volume: amount.volume }, random);
      cells.push({ ...done, item_id: row.id, measure: 'volume', resource_id: null });
      const more = 0.97 + 0.14 * random();
      for (const { resourceId, plannedUnits } of hours.get(row.id) ?? [])
        cells.push({ ...scaled(done, (plannedUnits * more) / amount.volume), item_id: row.id, measure: 'labour', resource_id: resourceId });
    } else {
      const isDone = last < today;
      const start = formatMinute(first * MINUTES_PER_DAY + MORNING);
      const finish = formatMinute(days === 0 ? first * MINUTES_PER_DAY + MORNING : last * MINUTES_PER_DAY + EVENING);
      const share = Math.round((workdaysBetween(first, today) / Math.max(1, workdaysBetween(first, last + 1))) * 100) / 100;
      entered.push({ id: row.id, actual_start: start, ...(isDone ? { actual_finish: finish, progress: 1 } : { progress: share }) });
    }
  }
  await updateItems(context, versionId, entered);
  await writeDays(context, versionId, cells, true);
}

/** What was done of a volume on each working day, unevenly; all of it where the work is done. */
function factsOf({ first, last, today, volume }: { first: number; last: number; today: number; volume: number }, random: () => number) {
  const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const weights = days.map((day) => (isWorkday(day) ? 0.7 + 0.6 * random() : 0));
  const whole = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  let [done, shared] = [0, 0];
  const values = days.map((day, at) => {
    if (day >= today || !weights[at]) return 'keep' as const;
    done += weights[at];
    const upTo = Math.round((volume * done) / whole);
    const value = upTo - shared;
    shared = upTo;
    return value;
  });
  const known = values.findLastIndex((value) => value !== 'keep');
  return {
    mode: 'fact' as const,
    first_day: formatMinute(first * MINUTES_PER_DAY).slice(0, 10),
    values: values.slice(0, Math.max(1, known + 1)),
  };
}

/** The hours of a crew, in proportion to what was done. */
const scaled = ({ values, ...days }: ReturnType<typeof factsOf>, by: number) => ({
  ...days,
  values: values.map((value) => (value === 'keep' ? value : Math.round(value * by * 4) / 4)),
});

const isWorkday = (day: number): boolean => partsOf(day * MINUTES_PER_DAY).weekday <= 5;

export function workdaysAfter(day: number, count: number): number {
  let at = day;
  for (let left = count; left > 0;) {
    at += 1;
    if (isWorkday(at)) left -= 1;
  }
  return at;
}

const workdaysBetween = (from: number, until: number): number =>
  Array.from({ length: Math.max(0, until - from) }, (_, at) => from + at).filter(isWorkday).length;

/** Eight o'clock of the first Monday not before a day, so many weeks later or, where negative, earlier. */
export function mondayAt(now: Date, weeks = 0): Minute {
  const today = minuteAt(now.toISOString().slice(0, 10));
  return today + (((8 - partsOf(today).weekday) % 7) + weeks * 7) * MINUTES_PER_DAY + MORNING;
}
