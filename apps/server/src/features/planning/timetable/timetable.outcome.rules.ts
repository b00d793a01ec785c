import { columnsOf } from '@gantry/contract';
import { formatMinute, NO_DATE, type Plan, type PlanItem, type WbsRow } from '@gantry/domain';
import { type CalculationResult, type Forecast, NO_FLOAT } from '@gantry/engine';
import type { InputRows, RowValues } from './timetable.plan.rules.ts';

type Result = number | string | boolean | null;
export type WbsUpdate = { id: number; before: Partial<WbsRow>; after: Partial<WbsRow> };

/** Result of a calculation: fields of rows before and after, driving relations, and its summary. */
export type CalculationOutcome = {
  items: WbsUpdate[];
  relations: { id: number; before: { driving: boolean }; after: { driving: boolean } }[];
  finish: string | null;
  criticalCount: number;
  issues: { code: string; parameters: Record<string, never>; items: number[] }[];
};

/** A plan with what its scenarios found, and the result of its calculation. */
export type Calculated = {
  rows: InputRows;
  plan: Plan;
  forecasts: ReadonlyMap<number, Forecast>;
  result: CalculationResult;
  /** Rows whose link leads to a deleted item. */
  goneItems?: readonly number[];
};

const dateOf = (value: number): string | null => (value === NO_DATE ? null : formatMinute(value));
const floatOf = (value: number): number | null => (value === NO_FLOAT ? null : value);

const FIELDS = columnsOf('wbs').map(({ name }) => name);
const AT = Object.fromEntries(FIELDS.map((name, index) => [name, index]));
const DRIVING_AT = columnsOf('relation').findIndex(({ name }) => name === 'driving');

/** Where rows stand whose stored result is another one: those with other dates, those with other late dates and floats alone, and relations. */
export type Differing = { dated: number[]; floats: number[]; relations: number[] };

/** The rows that a calculation changes, before an object is made of any. */
export function differingRows({ rows, plan, forecasts, result }: Calculated, stored: StoredResults = storedResults(rows)): Differing {
  const found: Differing = { dated: [], floats: [], relations: [] };
  const marks = new Uint8Array(stored.forecast.length);
  for (const [which, [, column]] of SHOWN.entries()) markDates(marks, stored.shown[which], result[column], DATED);
  for (const [which, [, column]] of FLOATS.entries()) markDates(marks, stored.floats[which], result[column], FLOAT);
  for (const [which, [, column]] of FLAGS.entries()) markFlags(marks, stored.flags[which], result[column], FLOAT);
  for (let index = 0; index < marks.length; index++) {
    const forecast = forecasts.size > 0 ? forecasts.get(rows.wbs[index][AT['id']] as number) : undefined;
    const isForecast = forecast !== undefined || stored.forecast[index] === 1;
    const isOther = isForecast && changedFields(rows.wbs[index], forecastOf(plan.items[index], forecast)) !== null;
    if (isOther || (marks[index] & DATED) !== 0) found.dated.push(index);
    else if (marks[index] !== 0) found.floats.push(index);
  }
  for (let index = 0; index < rows.relation.length; index++)
    if (result.driving[index] !== stored.driving[index]) found.relations.push(index);
  return found;
}

const [DATED, FLOAT] = [1, 2];

// Two of them, each for one kind of column: one for both reads every value by its kind, and takes ten times as long.
function markDates(marks: Uint8Array, stored: Int32Array, calculated: Int32Array, mark: number): void {
  for (let index = 0; index < marks.length; index++) if (stored[index] !== calculated[index]) marks[index] |= mark;
}
function markFlags(marks: Uint8Array, stored: Uint8Array, calculated: Uint8Array, mark: number): void {
  for (let index = 0; index < marks.length; index++) if (stored[index] !== calculated[index]) marks[index] |= mark;
}

/** What a calculation changes in the rows that it read; in some of them alone where they are named by where they stand. */
export function outcomeOf(done: Calculated, { dated, floats, relations: driven }: Differing = differingRows(done)): CalculationOutcome {
  const { rows, plan, forecasts, result, goneItems = [] } = done;
  const items: WbsUpdate[] = [];
  for (const index of [...dated, ...floats].sort((a, b) => a - b)) {
    const item = plan.items[index];
    const after = { ...resultOf(result, index, item.type === 'draft'), ...forecastOf(item, forecasts.get(item.id)) };
    const update = changedFields(rows.wbs[index], after);
    if (update) items.push({ id: rows.wbs[index][AT['id']] as number, ...update });
  }
  const relations = driven.map((index) => {
    const driving = result.driving[index] === 1;
    return { id: plan.relations[index].id, before: { driving: !driving }, after: { driving } };
  });
  return {
    items,
    relations,
    finish: dateOf(result.projectFinish),
    criticalCount: result.log.criticalCount,
    issues: firstOfEach([
      ...result.issues.map(issueOf),
      ...logIssues(result),
      ...forecastIssues(forecasts),
      ...outOfSequence(plan, result),
      ...goneLinks(goneItems),
    ]),
  };
}

type Dates = { [K in keyof CalculationResult]: CalculationResult[K] extends Int32Array ? K : never }[keyof CalculationResult];
type Flags = 'critical' | 'nearCritical' | 'longestPath';
const [SHOWN, FLOATS, FLAGS]: [[number, Dates][], [number, Dates][], [number, Flags][]] = [
  [
    [AT['start'], 'start'],
    [AT['finish'], 'finish'],
    [AT['earlyStart'], 'earlyStart'],
    [AT['earlyFinish'], 'earlyFinish'],
  ],
  [
    [AT['lateStart'], 'lateStart'],
    [AT['lateFinish'], 'lateFinish'],
    [AT['totalFloatMinutes'], 'totalFloat'],
    [AT['freeFloatMinutes'], 'freeFloat'],
  ],
  [
    [AT['critical'], 'critical'],
    [AT['nearCritical'], 'nearCritical'],
    [AT['longestPath'], 'longestPath'],
  ],
];

/** What rows hold of a calculation, as columns beside those of a result: no object is made to compare them. No date and no float are one number. */
export type StoredResults = {
  shown: Int32Array[];
  floats: Int32Array[];
  flags: Uint8Array[];
  /** Rows that hold what a scenario found. */
  forecast: Uint8Array;
  driving: Uint8Array;
};

/** The results that rows hold. */
export function storedResults({ wbs, relation }: Pick<InputRows, 'wbs' | 'relation'>): StoredResults {
  const numbers = () => new Int32Array(wbs.length);
  const flags = () => new Uint8Array(wbs.length);
  const stored: StoredResults = {
    shown: SHOWN.map(numbers),
    floats: FLOATS.map(numbers),
    flags: FLAGS.map(flags),
    forecast: flags(),
    driving: Uint8Array.from(relation, (values) => (values[DRIVING_AT] === true ? 1 : 0)),
  };
  for (let index = 0; index < wbs.length; index++) noteStored(stored, index, wbs[index]);
  return stored;
}

/** Writes what a row of the tree holds into the columns. */
export function noteStored({ shown, floats, flags, forecast }: StoredResults, index: number, values: RowValues): void {
  for (let which = 0; which < SHOWN.length; which++) shown[which][index] = (values[SHOWN[which][0]] as number | null) ?? NO_DATE;
  for (let which = 0; which < FLOATS.length; which++) floats[which][index] = (values[FLOATS[which][0]] as number | null) ?? NO_DATE;
  for (let which = 0; which < FLAGS.length; which++) flags[which][index] = values[FLAGS[which][0]] === true ? 1 : 0;
  const isForecast = values[AT['scenarioUsed']] !== null || values[AT['neededPerDay']] !== null || values[AT['late']] !== false;
  forecast[index] = isForecast ? 1 : 0;
}

/** The same for a relation. */
export const noteDriving = ({ driving }: StoredResults, index: number, values: RowValues): void =>
  void (driving[index] = values[DRIVING_AT] === true ? 1 : 0);

/** Calculated fields of a row; dates and floats as numbers with their own null, to be compared with the row's values. */
function resultOf(result: CalculationResult, index: number, isDraft: boolean): Record<string, Result> {
  const dates: Record<string, number | null> = isDraft
    ? {}
    : { start: nullable(result.start[index]), finish: nullable(result.finish[index]) };
  return {
    ...dates,
    earlyStart: nullable(result.earlyStart[index]),
    earlyFinish: nullable(result.earlyFinish[index]),
    lateStart: nullable(result.lateStart[index]),
    lateFinish: nullable(result.lateFinish[index]),
    totalFloatMinutes: floatOf(result.totalFloat[index]),
    freeFloatMinutes: floatOf(result.freeFloat[index]),
    critical: result.critical[index] === 1,
    nearCritical: result.nearCritical[index] === 1,
    longestPath: result.longestPath[index] === 1,
  };
}

/** What a scenario found out of started work; where the daily facts closed it, it is completed from now on. */
function forecastOf(
  { actualStart, actualFinish, status, progress, remainingMinutes }: PlanItem,
  forecast?: Forecast,
): Record<string, Result> {
  return {
    scenarioUsed: forecast?.scenariosUsed.at(-1) ?? null,
    neededPerDay: forecast?.neededPerDay ?? null,
    late: forecast?.isLate ?? false,
    ...(forecast?.isClosed ? { actualStart, actualFinish, status, progress, remainingMinutes } : {}),
  };
}

const nullable = (value: number): number | null => (value === NO_DATE ? null : value);
const DATES = new Set(FIELDS.filter((name) => /(start|finish)$/i.test(name)));

function changedFields(values: RowValues, after: Record<string, Result>): Omit<WbsUpdate, 'id'> | null {
  let update: { before: Record<string, unknown>; after: Record<string, unknown> } | null = null;
  for (const [field, value] of Object.entries(after)) {
    const old = values[AT[field]];
    if (old === value) continue;
    update ??= { before: {}, after: {} };
    const written = (raw: unknown) => (DATES.has(field) && raw !== null ? formatMinute(raw as number) : raw);
    update.before[field] = written(old);
    update.after[field] = written(value);
  }
  return update;
}

/** Issues of a code that are kept, with the rows that one of them names, and those of all together. */
const [ISSUES_OF_A_CODE, ISSUE_ITEMS, ITEMS_OF_A_CODE] = [200, 200, 1_000];

/** The first issues of each code; where there are more, the first one says how many. */
function firstOfEach(issues: CalculationOutcome['issues']): CalculationOutcome['issues'] {
  return [...Map.groupBy(issues, ({ code }) => code).values()].flatMap((all) => {
    let items = 0;
    const kept = all.slice(0, ISSUES_OF_A_CODE).filter((one) => {
      const hasRoom = items < ITEMS_OF_A_CODE;
      items += one.items.length;
      return hasRoom;
    });
    if (kept.length < all.length) kept[0] = { ...kept[0], parameters: { ...kept[0].parameters, ...counted(all.length) } };
    return kept;
  });
}

const counted = (count: number) => ({ count }) as unknown as Record<string, never>;

function issueOf(issue: CalculationResult['issues'][number]): CalculationOutcome['issues'][number] {
  const { kind, ...found } = issue as { kind: string; itemIds?: number[]; itemId?: number };
  const parameters = found.itemIds ? { ...found, itemIds: found.itemIds.slice(0, ISSUE_ITEMS) } : found;
  return {
    code: `timetable.${kind}`,
    parameters: parameters as Record<string, never>,
    items: parameters.itemIds ?? (parameters.itemId === undefined ? [] : [parameters.itemId]),
  };
}

function logIssues({ log }: CalculationResult): CalculationOutcome['issues'] {
  return listIssues([
    ['timetable.open_start', log.openStartIds],
    ['timetable.open_finish', log.openFinishIds],
    ['timetable.limit_violated', log.violatedIds],
  ]);
}

/** Started works whose finish is past, and works that the daily facts closed. */
function forecastIssues(forecasts: ReadonlyMap<number, Forecast>): CalculationOutcome['issues'] {
  const idsOf = (is: (forecast: Forecast) => boolean) => [...forecasts].filter(([, forecast]) => is(forecast)).map(([id]) => id);
  return listIssues([
    ['timetable.late', idsOf(({ isLate }) => isLate)],
    ['timetable.closed', idsOf(({ isClosed }) => isClosed)],
  ]);
}

function listIssues(lists: [string, number[]][]): CalculationOutcome['issues'] {
  return lists
    .filter(([, ids]) => ids.length)
    .map(([code, ids]) => ({
      code,
      parameters: counted(ids.length),
      items: ids.slice(0, ISSUE_ITEMS),
    }));
}

/** Rows that began before their relations allowed it. */
function outOfSequence(plan: Plan, { log }: CalculationResult): CalculationOutcome['issues'] {
  const wrong = new Set(log.outOfSequenceRelationIds);
  if (!wrong.size) return [];
  const pairs = plan.relations.filter(({ id }) => wrong.has(id)).map(({ predecessorId, successorId }) => [predecessorId, successorId]);
  return pairs.map((items) => ({ code: 'timetable.out_of_sequence', parameters: {}, items }));
}

/** Rows with a relation to a row of another schedule that is not there. */
const goneLinks = (items: readonly number[]): CalculationOutcome['issues'] =>
  items.length
    ? [
        {
          code: 'timetable.link_gone',
          parameters: items.length > ISSUE_ITEMS ? counted(items.length) : {},
          items: items.slice(0, ISSUE_ITEMS),
        },
      ]
    : [];
