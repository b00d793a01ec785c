import type { AiDates } from '@gantry/contract';
import {
  type Diff,
  type ExternalLimit,
  fieldsOf,
  formatMinute,
  minuteAt,
  NO_DATE,
  parseMinute,
  PLAN_TABLES,
  planOfRecords,
  type PlanRecords,
  recordOf,
} from '@gantry/domain';
import { calculate, withScenarios } from '@gantry/engine';
import { recordsOf } from '@gantry/plan-view';
import { workerData } from 'node:worker_threads';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { type Connection, type Db, openDatabase } from '../../../platform/postgres/database.ts';
import { openReader, planRowsOf } from '../../planning/edits/edits.service.ts';
import { readExternal } from '../../planning/links/links.limits.service.ts';
import { findVersionHead, type VersionKey } from '../../planning/version-heads/version-heads.service.ts';
import { examplesOf } from './ai.examples.rules.ts';
import { EXAMPLES_AT_ONCE, listLearnt, type WrittenExample } from './ai.repository.ts';
import { findNamed, type NamedRow } from './norms/ai.norms.stems.service.ts';

/** What is asked of the thread, each of one space. */
export type AiQuestion = { spaceId: number } & (
  | { do: 'dates'; versionId: number; revision: number; today: string; diff: TriedDiff; itemId: number }
  | { do: 'learn'; versionId: number }
  | { do: 'norms'; directoryIds: readonly number[]; stems: readonly string[] }
);
/** The change that is tried. */
export type TriedDiff = Pick<Diff, 'wbs' | 'relation'>;

export type AiAnswers = {
  /** Null where the version has changed meanwhile. */
  dates: AiDates | null;
  /** Examples as texts of JSON, each of a list; null where the version is gone. */
  learn: { revision: number; examples: string[] } | null;
  norms: NamedRow[];
};

const database = openDatabase({ ...(workerData as Connection), max: 1, application_name: 'gantry assistant' }, () => undefined);

serveThread<AiQuestion, AiAnswers[keyof AiAnswers]>((question) =>
  database.read({ spaceId: question.spaceId, userId: null }, async (db) => {
    if (question.do === 'norms') return findNamed(db, question.spaceId, question.directoryIds, new Set(question.stems));
    const key = { spaceId: question.spaceId, versionId: question.versionId };
    return question.do === 'learn' ? learn(db, key) : datesOfChange(db, key, question);
  }),
);

async function learn(db: Db, key: VersionKey): Promise<AiAnswers['learn']> {
  const head = await findVersionHead(db, key);
  if (!head) return null;
  const { rows, relations } = await listLearnt(db, key);
  const found = examplesOf(rows, relations).map(({ itemId, children, relations: ties, ...example }): WrittenExample => ({
    ...example,
    item_id: itemId,
    children: JSON.stringify(children),
    relations: JSON.stringify(ties),
  }));
  const examples: string[] = [];
  for (let at = 0; at < found.length; at += EXAMPLES_AT_ONCE) examples.push(JSON.stringify(found.slice(at, at + EXAMPLES_AT_ONCE)));
  return { revision: head.revision, examples };
}

/** Dates depend on no right: what is out of somebody's sight counts all the same. */
async function datesOfChange(
  db: Db,
  key: VersionKey,
  { revision, today, diff, itemId }: Extract<AiQuestion, { do: 'dates' }>,
): Promise<AiDates | null> {
  const head = await findVersionHead(db, key);
  if (head?.revision !== revision) return null;
  const reader = openReader(db, key, head, null);
  const rows = await planRowsOf(reader);
  const { limits } = await readExternal(reader);
  const records = recordOf(PLAN_TABLES, (table) => recordsOf(table, rows[table]) as Record<string, unknown>[]);
  return comparedDates(records, minuteAt(head.data_date ?? today), limits, { diff, itemId });
}

function comparedDates(
  records: PlanRecords,
  dataDate: number,
  limits: ExternalLimit[],
  { diff, itemId }: { diff: TriedDiff; itemId: number },
): AiDates {
  const before = datesOf(records, dataDate, limits);
  const after = datesOf(changed(records, diff, itemId), dataDate, limits);
  const added = new Set((diff.wbs?.added ?? []).map(({ id }) => id));
  const parts = [...added].flatMap((id) => after.byId.get(id) ?? []);
  const whole = parts.map(({ finish }) => finish).filter((finish) => finish !== NO_DATE);
  const moved = [...before.byId].filter(([id, was]) => {
    const is = after.byId.get(id);
    return id !== itemId && is && (was.start !== is.start || was.finish !== is.finish);
  });
  const text = (minute: number | undefined): string | null => (minute === undefined || minute === NO_DATE ? null : formatMinute(minute));
  return {
    finish_before: text(before.last),
    finish_after: text(after.last),
    row_start: text(before.byId.get(itemId)?.start),
    row_finish_before: text(before.byId.get(itemId)?.finish),
    row_finish_after: text(whole.length ? Math.max(...whole) : undefined),
    moved: moved.length,
    critical: parts.some(({ critical }) => critical),
  };
}

function datesOf(records: PlanRecords, dataDate: number, limits: ExternalLimit[]) {
  const { plan } = withScenarios(planOfRecords(records, dataDate, limits));
  const result = calculate(plan);
  let last = NO_DATE;
  for (const finish of result.finish) if (finish !== NO_DATE && (last === NO_DATE || finish > last)) last = finish;
  const of = (at: number) => ({ start: result.start[at], finish: result.finish[at], critical: result.critical[at] === 1 });
  return { last, byId: new Map(plan.items.map(({ id }, at) => [id, of(at)])) };
}

/** Records with a change of rows and relations; new rows stand behind the row that they are parts of. */
function changed(records: PlanRecords, { wbs, relation }: TriedDiff, itemId: number): PlanRecords {
  const minutes = fieldsOf('wbs').flatMap(({ name, kind }) => (kind === 'minute' ? [name] : []));
  const inMinutes = (row: object): Record<string, unknown> => {
    const record: Record<string, unknown> = { ...row };
    for (const name of minutes) if (typeof record[name] === 'string') record[name] = parseMinute(record[name]);
    return record;
  };
  const patches = new Map((wbs?.updated ?? []).map(({ id, after }) => [id, inMinutes(after)]));
  const gone = new Set((relation?.removed ?? []).map(({ id }) => id));
  return {
    ...records,
    wbs: records.wbs.flatMap((row) => [
      { ...row, ...patches.get(row['id'] as number) },
      ...(row['id'] === itemId ? (wbs?.added ?? []).map(inMinutes) : []),
    ]),
    relation: [...records.relation.filter(({ id }) => !gone.has(id as number)), ...(relation?.added ?? []).map((row) => ({ ...row }))],
  };
}
