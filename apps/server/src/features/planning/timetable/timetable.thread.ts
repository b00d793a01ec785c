import { columnsOf, type LevelingAsked } from '@gantry/contract';
import { type ExternalLimit, formatMinute, NO_DATE, type Plan, type PlanItem, type WbsRow } from '@gantry/domain';
import { calculate, type CalculationResult, type Forecast, NO_FLOAT, withScenarios } from '@gantry/engine';
import { createHash } from 'node:crypto';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { type Leveled, levelRows } from './timetable.leveling.rules.ts';
import { type InputRows, planOf, type RowValues } from './timetable.plan.rules.ts';

export type CalculationInput = {
  rows: InputRows;
  dataDate: number;
  /** Limits from other schedules, and rows whose link leads to a deleted item. */
  external?: { limits: ExternalLimit[]; goneItems: number[] };
  /** Levels before it calculates; null ends what an earlier leveling put off. */
  leveling?: LevelingAsked | null;
};

type Result = number | string | boolean | null;
type WbsUpdate = { id: number; before: Partial<WbsRow>; after: Partial<WbsRow> };

/** Result of a calculation: fields of rows before and after, driving relations, and its summary. */
export type CalculationOutcome = {
  items: WbsUpdate[];
  relations: { id: number; before: { driving: boolean }; after: { driving: boolean } }[];
  finish: string | null;
  criticalCount: number;
  hash: string;
  issues: { code: string; parameters: Record<string, never>; items: number[] }[];
  leveled?: Leveled;
};

const dateOf = (value: number): string | null => (value === NO_DATE ? null : formatMinute(value));
const floatOf = (value: number): number | null => (value === NO_FLOAT ? null : value);

serveThread<CalculationInput, CalculationOutcome>(({ leveling, ...input }) => {
  if (leveling === undefined) return calculated(input);
  const { plan } = withScenarios(planOf(input.rows, input.dataDate, input.external?.limits));
  const { rows, floors, leveled } = levelRows(input.rows, plan, leveling);
  const outcome = calculated({ ...input, rows });
  // One update a row: floor and dates together.
  const byRow = new Map<number, WbsUpdate>(floors.map((floor) => [floor.id, floor]));
  for (const { id, before, after } of outcome.items) {
    const floor = byRow.get(id);
    byRow.set(id, { id, before: { ...floor?.before, ...before }, after: { ...floor?.after, ...after } });
  }
  return { ...outcome, items: [...byRow.values()], leveled };
});

function calculated({ rows, dataDate, external }: CalculationInput): CalculationOutcome {
  const { plan, forecasts } = withScenarios(planOf(rows, dataDate, external?.limits));
  const result = calculate(plan);
  const at = Object.fromEntries(columnsOf('wbs').map(({ name }, index) => [name, index]));
  const items: WbsUpdate[] = [];
  for (const [index, values] of rows.wbs.entries()) {
    const item = plan.items[index];
    const after = { ...resultOf(result, index, item.type === 'draft'), ...forecastOf(item, forecasts.get(item.id)) };
    const update = changedFields(values, after, at);
    if (update) items.push({ id: values[at['id']] as number, ...update });
  }
  const relations = plan.relations.flatMap((relation, index) => {
    const driving = result.driving[index] === 1;
    const before = (relation as unknown as { driving: boolean }).driving;
    return driving === before ? [] : [{ id: relation.id, before: { driving: before }, after: { driving } }];
  });
  return {
    items,
    relations,
    finish: dateOf(result.projectFinish),
    criticalCount: result.log.criticalCount,
    hash: hashOf(result),
    issues: [
      ...result.issues.map(issueOf),
      ...logIssues(result),
      ...forecastIssues(forecasts),
      ...outOfSequence(plan, result),
      ...goneLinks(external?.goneItems ?? []),
    ],
  };
}

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
const DATES = new Set(columnsOf('wbs').flatMap(({ name }) => (/(start|finish)$/i.test(name) ? [name] : [])));

function changedFields(values: RowValues, after: Record<string, Result>, at: Record<string, number>): Omit<WbsUpdate, 'id'> | null {
  let update: { before: Record<string, unknown>; after: Record<string, unknown> } | null = null;
  for (const [field, value] of Object.entries(after)) {
    const old = values[at[field]];
    if (old === value) continue;
    update ??= { before: {}, after: {} };
    const written = (raw: unknown) => (DATES.has(field) && raw !== null ? formatMinute(raw as number) : raw);
    update.before[field] = written(old);
    update.after[field] = written(value);
  }
  return update;
}

function issueOf(issue: CalculationResult['issues'][number]): CalculationOutcome['issues'][number] {
  const { kind, ...parameters } = issue as { kind: string; itemIds?: number[]; itemId?: number };
  return {
    code: `timetable.${kind}`,
    parameters: parameters as Record<string, never>,
    items: parameters.itemIds ?? (parameters.itemId === undefined ? [] : [parameters.itemId]),
  };
}

const ISSUE_ITEMS = 200;

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
      parameters: { count: ids.length } as unknown as Record<string, never>,
      items: ids.slice(0, ISSUE_ITEMS),
    }));
}

/** Rows that began before their relations allowed it. */
function outOfSequence(plan: Plan, { log }: CalculationResult): CalculationOutcome['issues'] {
  const wrong = new Set(log.outOfSequenceRelationIds);
  if (!wrong.size) return [];
  const pairs = plan.relations.filter(({ id }) => wrong.has(id)).map(({ predecessorId, successorId }) => [predecessorId, successorId]);
  return pairs.slice(0, ISSUE_ITEMS).map((items) => ({ code: 'timetable.out_of_sequence', parameters: {}, items }));
}

/** Rows with a relation to a row of another schedule that is not there. */
const goneLinks = (items: number[]): CalculationOutcome['issues'] =>
  items.length ? [{ code: 'timetable.link_gone', parameters: {}, items: items.slice(0, ISSUE_ITEMS) }] : [];

/** Hashes all dates and floats, to compare results. */
function hashOf(result: CalculationResult): string {
  const hash = createHash('sha256');
  for (const column of [result.earlyStart, result.earlyFinish, result.lateStart, result.lateFinish, result.totalFloat, result.freeFloat])
    hash.update(column);
  return hash.digest('hex');
}
