import { dayOf, formatMinute, minuteAt, MINUTES_PER_DAY, partsOf, VARIANCE_REASONS } from '@gantry/domain';
import { randomUUID } from 'node:crypto';
import type { Context } from '../../../../platform/context.ts';
import { createActionItems } from '../../../teamwork/action-items/action-items.service.ts';
import { writeMessage } from '../../../teamwork/chat/chat.messages.service.ts';
import { createChecklist, readChecklists, updateItem } from '../../../teamwork/checklists/checklists.service.ts';
import { createComment } from '../../../teamwork/comments/comments.service.ts';
import { createLabel } from '../../../teamwork/kanban/kanban.columns.service.ts';
import { createItems } from '../../../teamwork/kanban/kanban.items.service.ts';
import { createBoard, readBoard } from '../../../teamwork/kanban/kanban.service.ts';
import { createRoadblock } from '../../../teamwork/last-planner/last-planner.roadblocks.service.ts';
import { answerCommitment, approvePlan, closePlan, readPlan } from '../../../teamwork/last-planner/last-planner.weeks.service.ts';
import { decideLines } from '../../../teamwork/timesheets/timesheets.approval.service.ts';
import { saveLines } from '../../../teamwork/timesheets/timesheets.service.ts';
import { saveScheduleSettings } from '../../../planning/day-values/day-values.service.ts';
import { readVersion } from '../../../planning/edits/edits.service.ts';
import { amountOf } from './demo-data.plan.rules.ts';
import type { DemoPlan } from './demo-data.plan.service.ts';
import type { Team } from './demo-data.team.service.ts';
import type { DemoTexts } from '../texts/demo-data.words.rules.ts';

type Place = { plan: DemoPlan; projectId: number; texts: DemoTexts; team: Team };

/** Messages, comments and checklists of the people of the sample, with some that name the caller. */
export async function fillTalk(context: Context, { plan, projectId, texts, team }: Place): Promise<void> {
  for (const [by, text] of texts.chat) await writeMessage(team.as(by), { eps_id: projectId, text, client_key: randomUUID() }, []);
  for (const [row, by, text] of texts.comments)
    await createComment(team.as(by), plan.scheduleId, {
      wbs_id: plan.idOf(row),
      version_id: plan.versionId,
      text,
      client_key: randomUUID(),
    });
  for (const { row, name, items, done } of texts.checklists) {
    const place = { version_id: plan.versionId, wbs_id: plan.idOf(row) };
    await createChecklist(context, { ...place, name, items });
    const { checklists } = await readChecklists(context, place.version_id, place.wbs_id);
    for (const list of checklists)
      for (const item of list.items.slice(0, done)) await updateItem(context, list.id, item.id, { done: true });
  }
}

/** A board of tasks with cards, and one of the works of the schedule; both with the people of the sample. */
export async function fillBoards(context: Context, { plan, texts, team }: Place): Promise<void> {
  const { board } = texts;
  const columns = board.columns.map((name, at) => ({
    name,
    tint: at + 1,
    done: at === board.columns.length - 1,
    ...(at === 1 && { wip_limit: 4 }),
  }));
  const made = await createBoard(context, { eps_id: plan.scheduleId, name: board.name, source: 'free', columns });
  const labels: number[] = [];
  for (const [at, name] of board.labels.entries()) labels.push((await createLabel(context, { board_id: made.id, name, tint: at + 1 })).id);
  const there = (await readBoard(context, made.id)).columns;
  for (const { title, text, column, by, label, due, priority } of board.cards)
    await createItems(team.as(by), {
      column_id: there[column].id,
      title,
      description: text,
      due: dayFrom(context, due),
      priority,
      person_ids: [team.ids[by]],
      label_ids: [labels[label]],
    });
  await createBoard(context, { eps_id: plan.scheduleId, name: texts.worksBoard, source: 'rows', group_by: 'status', columns: [] });
}

/** What people were asked to do, what keeps works from beginning, and what was promised for the weeks until this one. */
export async function fillPromises(context: Context, { plan, texts, team }: Place): Promise<void> {
  for (const { row, title, text, to, due } of texts.actions)
    await createActionItems(context, plan.versionId, {
      item_ids: [plan.idOf(row)],
      people: [team.ids[to], context.userId],
      title,
      text,
      due: dayFrom(context, due),
      remind_days: 1,
    });
  for (const [at, { row, category, text, by }] of texts.roadblocks.entries())
    await createRoadblock(team.as(by), plan.versionId, {
      item_id: plan.idOf(row),
      category,
      text,
      owner_id: team.ids[0],
      lead_days: 5 + at,
      promised: at % 2 ? dayFrom(context, 4 + at) : null,
    });
  const monday = dayOf(minuteAt(context.today)) - weekdayOf(context.today) + 1;
  for (let weeksAgo = WEEKS; weeksAgo >= 0; weeksAgo -= 1) await promiseWeek(context, plan, team, monday - weeksAgo * 7, weeksAgo);
}

const WEEKS = 6;
/** Of the promises of a week, the one with this place was for more than was done. */
const TOO_MUCH = 3;

async function promiseWeek(context: Context, plan: DemoPlan, team: Team, monday: number, weeksAgo: number): Promise<void> {
  const week = textOfDay(monday);
  const facts = await factsOfWeek(context, plan, monday);
  const wanted = facts.map(({ id, done, amount }, at) => {
    const planned = weeksAgo
      ? done * ((at + weeksAgo) % TOO_MUCH ? 0.95 : 1.25)
      : done + (amount.volume / 12) * (5 - weekdayOf(context.today));
    return {
      item_id: id,
      quantity: Math.max(1, Math.round(planned)),
      last_day: textOfDay(monday + 4),
      user_id: team.ids[amount.by],
      override: true,
    };
  });
  if (!wanted.length) return;
  await approvePlan(context, plan.versionId, week, wanted);
  if (!weeksAgo) return;
  const { commitments } = await readPlan(context, plan.versionId, week);
  for (const [at, { id, kept }] of commitments.entries())
    if (!kept) await answerCommitment(context, plan.versionId, id, { reason: VARIANCE_REASONS[(at + weeksAgo) % 5], note: '' });
  await closePlan(context, plan.versionId, week);
}

/** The works with facts in a week, and how much of each was done. */
async function factsOfWeek(context: Context, { versionId, rows, idOf }: DemoPlan, monday: number) {
  const series = await readVersion(
    context,
    versionId,
    async (reader) =>
      new Map(
        (await reader.rows('daySeries')).flatMap((row) =>
          row.mode === 'fact' && row.measure === 'volume' ? [[row.itemId, row.days] as const] : [],
        ),
      ),
  );
  return rows.flatMap(({ key }) => {
    const amount = amountOf(key);
    const days = series.get(idOf(key));
    if (!amount || !days) return [];
    const done = days.values.reduce<number>((sum, value, at) => sum + (isIn(days.firstDay + at, monday) ? (value ?? 0) : 0), 0);
    return done > 0 ? [{ id: idOf(key), done, amount }] : [];
  });
}
const isIn = (day: number, monday: number): boolean => day >= monday && day < monday + 7;

const HOURS_DAYS = 14;

/** Hours of two weeks on the works under way: those of the week of yesterday wait, those before are approved. */
export async function fillHours(context: Context, { plan, texts, team }: Place): Promise<void> {
  await saveScheduleSettings(context, plan.scheduleId, { timesheet_approval: 'one' });
  const today = dayOf(minuteAt(context.today));
  const monday = today - 1 - ((weekdayOf(context.today) + 5) % 7);
  const lines: Parameters<typeof saveLines>[2][number][] = [];
  for (let day = today - HOURS_DAYS; day < today; day += 1) {
    const weekday = partsOf(day * MINUTES_PER_DAY).weekday;
    if (weekday === 0 || weekday > 5) continue;
    const works = await factsOfDay(context, plan, day);
    for (const [by, own] of Map.groupBy(works, ({ amount }) => amount.by))
      for (const { id } of own.slice(0, 2))
        lines.push({
          item_id: id,
          user_id: team.ids[by],
          day: textOfDay(day),
          minutes: Math.round(480 / Math.min(2, own.length)),
          overtime: weekday === 4 && own.length === 1 ? 60 : 0,
          note: texts.hours,
        });
  }
  const { ids } = await saveLines(context, plan.versionId, lines, true);
  const before = textOfDay(monday);
  const approved = ids.filter((_, at) => (lines[at]?.day ?? before) < before);
  if (approved.length) await decideLines(team.as(0), plan.versionId, approved, true);
}

async function factsOfDay(context: Context, { versionId, rows, idOf }: DemoPlan, day: number) {
  const all = await readVersion(context, versionId, (reader) => reader.rows('daySeries'));
  const done = new Set(
    all
      .filter(({ mode, measure, days }) => mode === 'fact' && measure === 'volume' && (days.values[day - days.firstDay] ?? 0) > 0)
      .map(({ itemId }) => itemId),
  );
  return rows.flatMap(({ key }) => {
    const amount = amountOf(key);
    return amount && done.has(idOf(key)) ? [{ id: idOf(key), amount }] : [];
  });
}

const textOfDay = (day: number): string => formatMinute(day * MINUTES_PER_DAY).slice(0, 10);
const dayFrom = (context: Context, days: number): string => textOfDay(dayOf(minuteAt(context.today)) + days);
/** 1 for Monday to 7 for Sunday. */
const weekdayOf = (day: string): number => partsOf(minuteAt(day)).weekday || 7;
