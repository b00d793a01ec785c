import type { Commitment, WeeklyPlan } from '@gantry/contract';
import { isKept, paretoOf } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { readersAt } from '../../access/grants/grants.service.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { daysOfWorks } from '../../planning/day-values/day-values.service.ts';
import { readVersion, type VersionReader } from '../../planning/edits/edits.service.ts';
import { resourceSettingsAt } from '../../planning/resource-settings/resource-settings.service.ts';
import { worksOf } from './last-planner.ahead.service.ts';
import {
  changeCommitment,
  closeWeek,
  deleteCommitment,
  type KeptCommitment,
  type KeptPlan,
  listCommitments,
  listPlans,
  listWorksById,
  lockPlan,
  openPlan,
  saveCommitment,
} from './last-planner.repository.ts';
import { listRoadblocks } from './last-planner.roadblocks.repository.ts';
import { scheduleAt } from './last-planner.roadblocks.service.ts';
import { dayAt, mondayOf, sundayOf } from './last-planner.rules.ts';
import { findCountedVersion } from '../../planning/version-heads/version-heads.service.ts';

const requireMonday = (week: string): void => {
  if (mondayOf(week) !== week) fail('commitment.wrong_week', { week });
};

type Settled = KeptCommitment & Pick<Commitment, 'done' | 'kept'>;

/** Promises of weeks, by week, with what is done of each: of a closed week as it stood then, else by the facts now. */
async function settledBy(context: Context, reader: VersionReader, plans: readonly KeptPlan[]): Promise<ReadonlyMap<string, Settled[]>> {
  const settled = new Map<string, Settled[]>();
  if (!plans.length) return settled;
  const { db, key, head } = reader;
  const planIds = plans.map(({ id }) => id);
  const list = await listCommitments(db, key.spaceId, { versionId: key.versionId, nodeId: head.schedule_id, planIds });
  const ofWeek = Map.groupBy(list, ({ week }) => week);
  for (const { week } of plans) settled.set(week, await settle(context, reader, week, ofWeek.get(week) ?? []));
  return settled;
}

const settledOf = async (context: Context, reader: VersionReader, plan: KeptPlan | undefined): Promise<Settled[]> =>
  (plan && (await settledBy(context, reader, [plan])).get(plan.week)) ?? [];

async function settle(context: Context, reader: VersionReader, week: string, list: readonly KeptCommitment[]): Promise<Settled[]> {
  const ids = list.flatMap(({ row_id, kept }) => (row_id === null || kept !== null ? [] : row_id));
  const days = ids.length ? (await daysOfWorks(context, reader, ids, { from: week, to: sundayOf(week) })).of : null;
  const rows = ids.length ? new Map((await reader.rows('wbs', ids)).map((row) => [row.id, row])) : null;
  return list.map((one) => {
    if (one.kept !== null) return { ...one, done: one.done ?? 0, kept: one.kept };
    const work = one.row_id === null ? undefined : days?.get(one.row_id);
    const until = dayAt(one.last_day) - dayAt(week) + 1;
    const sum = (work?.fact ?? []).slice(0, until).reduce<number>((total, value) => total + (value ?? 0), 0);
    const share = Math.round((rows?.get(one.row_id ?? 0)?.progress ?? 0) * 100);
    // A work that had no quantity when it was promised is done to a share.
    const done = one.measure === 'percent' ? share : work?.measure === one.measure ? sum : 0;
    return { ...one, done, kept: isKept(done, one.quantity) };
  });
}

/** What was promised for a week. */
export async function readPlan(context: Context, versionId: number, week: string): Promise<WeeklyPlan> {
  requireMonday(week);
  return readVersion(context, versionId, async (reader) => {
    const { db, key, head } = reader;
    const [plan] = await listPlans(db, key.spaceId, head.schedule_id, { week });
    const list = await settledOf(context, reader, plan);
    const [plans, reports] = [
      await holdsAt(context, db, head.schedule_id, 'plan.edit'),
      await holdsAt(context, db, head.schedule_id, 'plan.report'),
    ];
    const counted = (await findCountedVersion(db, key.spaceId, head.schedule_id)) === key.versionId;
    const { total, ready } = plan ? { total: plan.due, ready: plan.ready } : await dueOf(context, reader, week);
    return {
      week,
      state: plan ? (plan.closed ? 'closed' : 'approved') : 'open',
      begun: context.today >= week,
      over: isOver(context, week, list),
      due: total,
      ready,
      commitments: list.map(({ plan_id: _plan, week: _week, kept_row_id: _row, curator_id, ...one }) => ({
        ...one,
        may_answer: !plan?.closed && (plans || (reports && [one.user_id, curator_id].includes(context.userId))),
      })),
      reasons: [...(await resourceSettingsAt(db, key.spaceId, head.schedule_id)).reasons],
      counted,
      may_approve: counted && (await holdsAt(context, db, head.schedule_id, 'plan.approve')),
    };
  });
}

async function dueOf(context: Context, reader: VersionReader, week: string): Promise<{ total: number; ready: number }> {
  const { works } = await worksOf(context, reader, [week]);
  return { total: works.length, ready: works.filter(({ readiness }) => readiness === 'ready').length };
}

/** A week is over when the last day of its promises, else its Sunday, has ended for the caller: facts of a day are written in its evening. */
function isOver(context: Context, week: string, list: readonly { last_day: string }[]): boolean {
  const last = list.reduce((latest, { last_day }) => (last_day > latest ? last_day : latest), list.length ? week : sundayOf(week));
  return context.today > last;
}

type New = { item_id: number; quantity: number; last_day: string; user_id: number | null; override: boolean };

/** Promises are made in the version that counts: its facts say whether they are kept. */
async function requireCounted(context: Context, tx: Tx, versionId: number): Promise<number> {
  const nodeId = await scheduleAt(context, tx, versionId);
  if ((await findCountedVersion(tx, context.spaceId, nodeId)) !== versionId) fail('commitment.not_counted');
  return nodeId;
}

/** Approves a week: works become promises; those that are refused are left out and named. */
export async function approvePlan(context: Context, versionId: number, week: string, wanted: readonly New[]) {
  requireMonday(week);
  const state = await readVersion(context, versionId, async (reader) => {
    const ids = wanted.map(({ item_id }) => item_id);
    const open = await listRoadblocks(reader.db, reader.key.spaceId, {
      versionId,
      nodeId: reader.head.schedule_id,
      itemIds: ids,
      open: true,
    });
    const days = await daysOfWorks(context, reader, ids, { from: week, to: sundayOf(week) });
    return { ...(await dueOf(context, reader, week)), days: days.of, blocked: new Set(open.map(({ row_id }) => row_id)) };
  });
  const refused: { item_id: number; code: string }[] = [];
  await context.write(async (tx) => {
    const nodeId = await requireCounted(context, tx, versionId);
    const before = await lockPlan(tx, context.spaceId, nodeId, week);
    if (before?.closed) fail('commitment.closed', { week });
    const works = await listWorksById(
      tx,
      { spaceId: context.spaceId, versionId },
      wanted.map(({ item_id }) => item_id),
    );
    const plans = await holdsAt(context, tx, nodeId, 'plan.edit');
    const named = wanted.flatMap(({ user_id }) => user_id ?? []);
    const readers = await readersAt(tx, context.spaceId, nodeId, 'plan.read', named);
    const there = new Set(
      before ? (await listCommitments(tx, context.spaceId, { versionId, nodeId, planIds: [before.id] })).map(({ row_id }) => row_id) : [],
    );
    const whyNot = ({ item_id, last_day, user_id, override }: New): string | null => {
      const work = works.get(item_id);
      if (!work || work.type === 'sum') return 'commitment.row_not_found';
      if (!plans && work.curator_id !== context.userId) return 'commitment.not_the_curator';
      if (last_day < week || last_day > sundayOf(week)) return 'commitment.wrong_day';
      if (user_id !== null && !readers.has(user_id)) return 'commitment.stranger';
      if (state.blocked.has(item_id) && !override) return 'commitment.blocked';
      return there.has(item_id) && context.today >= week ? 'commitment.begun' : null;
    };
    const taken = wanted.filter((one) => {
      const code = whyNot(one);
      if (code !== null) refused.push({ item_id: one.item_id, code });
      return code === null;
    });
    if (!taken.length) return;
    const figures = before && context.today >= week ? { due: before.due, ready: before.ready } : { due: state.total, ready: state.ready };
    const plan = await openPlan(tx, context.spaceId, { node_id: nodeId, week, ...figures, approved_by: context.userId });
    for (const { item_id, quantity, last_day, user_id } of taken) {
      const work = works.get(item_id);
      const day = state.days.get(item_id);
      await saveCommitment(tx, context.spaceId, {
        plan_id: plan.id,
        node_id: nodeId,
        row_id: item_id,
        row_code: work?.code ?? '',
        row_name: work?.name ?? '',
        measure: day?.measure ?? 'percent',
        unit: day?.unit ?? '%',
        quantity,
        last_day,
        user_id: user_id ?? work?.executor_id ?? null,
        overridden: state.blocked.has(item_id),
      });
    }
    await publishPlan(context, tx, nodeId);
    context.note({ node: nodeId, week, promises: taken.length });
  });
  return { made: wanted.length - refused.length, refused, plan: await readPlan(context, versionId, week) };
}

async function findCommitment(context: Context, tx: Tx, versionId: number, id: number) {
  const nodeId = await requireCounted(context, tx, versionId);
  const [found] = await listCommitments(tx, context.spaceId, { versionId, nodeId, id });
  if (!found) fail('commitment.not_found', { id });
  const plan = await lockPlan(tx, context.spaceId, nodeId, found.week);
  if (plan?.closed) fail('commitment.closed', { week: found.week });
  return { nodeId, found };
}

/** Says why a promise was not kept. */
export async function answerCommitment(
  context: Context,
  versionId: number,
  id: number,
  { reason, note }: { reason: string | null; note: string },
) {
  const week = await context.write(async (tx) => {
    const { nodeId, found } = await findCommitment(context, tx, versionId, id);
    const plans = await holdsAt(context, tx, nodeId, 'plan.edit');
    if (!plans && ![found.user_id, found.curator_id].includes(context.userId)) fail('commitment.not_yours');
    const { reasons } = await resourceSettingsAt(tx, context.spaceId, nodeId);
    if (reason !== null && !reasons.includes(reason)) fail('commitment.wrong_reason', { reason });
    await changeCommitment(tx, context.spaceId, id, { reason, note });
    await publishPlan(context, tx, nodeId);
    return found.week;
  });
  return { plan: await readPlan(context, versionId, week) };
}

/** Withdraws a promise: what is promised stands once its week has begun. */
export async function withdrawCommitment(context: Context, versionId: number, id: number): Promise<void> {
  await context.write(async (tx) => {
    const { nodeId, found } = await findCommitment(context, tx, versionId, id);
    if (context.today >= found.week) fail('commitment.begun', { week: found.week });
    if (found.curator_id !== context.userId && !(await holdsAt(context, tx, nodeId, 'plan.edit'))) fail('commitment.not_the_curator');
    await deleteCommitment(tx, context.spaceId, id);
    await publishPlan(context, tx, nodeId);
  });
}

/** Closes a week: what was kept stands for good. */
export async function closePlan(context: Context, versionId: number, week: string) {
  requireMonday(week);
  const list = await readVersion(context, versionId, async (reader) => {
    const [plan] = await listPlans(reader.db, reader.key.spaceId, reader.head.schedule_id, { week });
    return settledOf(context, reader, plan);
  });
  await context.write(async (tx) => {
    const nodeId = await requireCounted(context, tx, versionId);
    const plan = await lockPlan(tx, context.spaceId, nodeId, week);
    if (!plan || plan.closed) fail('commitment.closed', { week });
    if (!isOver(context, week, list)) fail('commitment.not_over', { week });
    const open = list.filter(({ kept, reason }) => !kept && reason === null);
    if (open.length) fail('commitment.no_reasons', { count: open.length, name: open[0].row_name });
    for (const { id, done, kept } of list) await changeCommitment(tx, context.spaceId, id, { done, kept });
    await closeWeek(tx, context.spaceId, plan.id, context.now());
    await publishPlan(context, tx, nodeId);
    context.note({ node: nodeId, week });
  });
  return { plan: await readPlan(context, versionId, week) };
}

/** Promises made and kept by week, and why others were not. */
export async function readResults(context: Context, versionId: number, last: number) {
  return readVersion(context, versionId, async (reader) => {
    const plans = await listPlans(reader.db, reader.key.spaceId, reader.head.schedule_id, { last });
    const reasons: string[] = [];
    const weeks = [];
    const settled = await settledBy(context, reader, plans);
    for (const plan of plans.reverse()) {
      const list = settled.get(plan.week) ?? [];
      for (const { kept, reason } of list) if (!kept && reason !== null) reasons.push(reason);
      const { week, closed, due, ready } = plan;
      weeks.push({ week, closed, due, ready, made: list.length, kept: list.filter(({ kept }) => kept).length });
    }
    return { weeks, reasons: paretoOf(reasons) };
  });
}

const publishPlan = (context: Context, tx: Tx, nodeId: number): Promise<void> =>
  context.push.send(tx, { spaceId: context.spaceId, topic: `weekly-plan ${nodeId}` }, 'weekly_plan_changed', { eps_id: nodeId });
