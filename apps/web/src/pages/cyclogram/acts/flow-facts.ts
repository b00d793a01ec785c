import { NO_DATE } from '@gantry/domain';
import { workBetween } from '@gantry/engine';
import {
  type Balance,
  balanceOf,
  type BalanceWork,
  buffersOf,
  crewsAtTakt,
  type Flow,
  type FlowChange,
  type FlowBuffer,
  type FlowRelation,
  gapChange,
  type KeptBecause,
  NO_CHANGE,
  numberAt,
  reorderOf,
  rowsOf,
  type ScheduleView,
  valueOf,
} from '@gantry/plan-view';

/** What gestures of a cyclogram ask of the open version. */
export type FlowFacts = {
  relations: FlowRelation[];
  workOf(id: number): BalanceWork;
  /** How many people a work keeps busy when it takes so many working minutes. */
  peopleOf(id: number, minutes?: number): number;
  crewsOf(id: number): readonly number[];
  buffersOf(flow: Flow): FlowBuffer[];
  /** Working minutes of a day in the calendar of the version. */
  dayMinutes: number;
};

/** Reads the facts of a version as it stands. */
export function factsOf({ document, rows, rowOfId, times }: ScheduleView): FlowFacts {
  const { wbs } = document.tables;
  const labour = new Set(rowsOf(document, 'resource').flatMap(({ id, kind }) => (kind === 'labour' ? [id] : [])));
  const crews = new Map<number, number[]>();
  const hours = new Map<number, number>();
  for (const { itemId, resourceId, driving, plannedUnits } of rowsOf(document, 'assignment')) {
    if (driving) crews.set(itemId, [...(crews.get(itemId) ?? []), resourceId]);
    if (labour.has(resourceId)) hours.set(itemId, (hours.get(itemId) ?? 0) + plannedUnits);
  }
  const ruled = new Set(rowsOf(document, 'directoryValue').flatMap(({ itemId, rule }) => (rule === 'none' ? [] : [itemId])));
  const minutesOf = (id: number): number => Math.max(1, numberAt(wbs, 'durationMinutes', wbs.slotOf.get(id) ?? -1));
  const calendarOf = (id: number) => times.compiled(rows.calendar?.[rowOfId.get(id) ?? -1] ?? 0);
  const between = (id: number, from: number, to: number): number => workBetween(calendarOf(id), from, to);
  const relations = rowsOf(document, 'relation');
  const keptOf = (id: number): KeptBecause | null => {
    if (valueOf(document, 'wbs', id, 'status') !== 'not_started') return 'actual';
    if (valueOf(document, 'wbs', id, 'mandatory')) return 'mandatory';
    if (valueOf(document, 'wbs', id, 'inScope') === 'not') return 'locked';
    return ruled.has(id) ? 'norm' : null;
  };
  return {
    relations,
    workOf: (id) => ({ minutes: minutesOf(id), kept: keptOf(id) }),
    peopleOf: (id, minutes = minutesOf(id)) => ((hours.get(id) ?? valueOf(document, 'wbs', id, 'labourHours') ?? 0) * 60) / minutes,
    crewsOf: (id) => crews.get(id) ?? [],
    buffersOf: (flow) => buffersOf(flow, relations, between),
    dayMinutes: times.minutesPerDay(0),
  };
}

/** An act that is shown before it is applied. */
export type OpenAct =
  | { kind: 'balance'; taktDays: number | null }
  | { kind: 'split'; id: number; share: number; gapDays: number; as: 'works' | 'lag' }
  | { kind: 'reorder'; order: number[] };

/** What an act would change, and what of it is refused. */
export type Planned = {
  change: FlowChange;
  balance: Balance | null;
  kept: { id: number; because: KeptBecause }[];
  /** Lines that keep their order: they do not work alike in the places that change. */
  left: number[];
};

export function planned(act: OpenAct, flow: Flow, facts: FlowFacts): Planned {
  const none = { balance: null, kept: [], left: [] };
  if (act.kind === 'balance') {
    const balance = balanceOf(flow, facts.workOf, act.taktDays === null ? null : Math.round(act.taktDays * facts.dayMinutes));
    return { ...none, change: { ...NO_CHANGE, works: balance.works }, balance, kept: balance.kept };
  }
  if (act.kind === 'reorder') return { ...none, ...reorderOf(flow, facts.relations, act.order) };
  const gapMinutes = Math.round(act.gapDays * facts.dayMinutes);
  if (act.as === 'lag') return { ...none, change: gapChange(flow, facts.relations, act.id, gapMinutes) ?? NO_CHANGE };
  const { kept } = facts.workOf(act.id);
  if (kept !== null) return { ...none, change: NO_CHANGE, kept: [{ id: act.id, because: kept }] };
  return { ...none, change: { ...NO_CHANGE, split: { id: act.id, share: act.share / 100, gapMinutes } } };
}

export const isNothing = ({ works, lags, relinks, split }: FlowChange): boolean =>
  !works.length && !lags.length && !relinks.length && split === null;

/** The dates of works in the answer of a trial. */
export const datesIn =
  ({ rowOfId }: Pick<ScheduleView, 'rowOfId'>, { start, finish }: { start: Int32Array; finish: Int32Array }) =>
  (id: number): { start: number; finish: number } | null => {
    const row = rowOfId.get(id) ?? -1;
    return row < 0 || start[row] === NO_DATE || finish[row] === NO_DATE ? null : { start: start[row], finish: finish[row] };
  };

/** Whole crews that a takt asks of each line which goes through several places; a line without people asks for none. */
export function crewsOfTakt(flow: Flow, { workOf, peopleOf, dayMinutes }: FlowFacts, taktDays: number) {
  return [...Map.groupBy(flow.segments, ({ line }) => line)].flatMap(([line, segments]) => {
    const places = new Set(segments.map(({ place }) => place)).size;
    const minutes = segments.reduce((sum, { id }) => sum + workOf(id).minutes * peopleOf(id), 0);
    const gang = Math.ceil(Math.max(...segments.map(({ id }) => peopleOf(id))) - 1e-9);
    if (places < 2 || gang < 1) return [];
    const { crews, spanDays } = crewsAtTakt({ hours: minutes / 60 / places, gang, places, dayHours: dayMinutes / 60 }, taktDays);
    return [{ line, crews, gang, spanDays }];
  });
}
