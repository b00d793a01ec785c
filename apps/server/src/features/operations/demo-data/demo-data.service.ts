import { LANGUAGES, type Language } from '@gantry/domain';
import { riskSettings } from '@gantry/contract';
import { z } from 'zod';
import type { Context, ContextOfJob, Services } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { type JobKind, type JobRun, TryLater } from '../../../platform/jobs/jobs.ts';
import { becomeDemo, createSpace } from '../../access/spaces/spaces.service.ts';
import { startRisk } from '../../insight/risk/risk.service.ts';
import { calculateNow } from '../../planning/timetable/timetable.service.ts';
import { addNode, createNode } from '../../structure/eps/eps.service.ts';
import { fillActs, fillScoreboard, fillSupply } from './filling/demo-data.control.service.ts';
import { linkModel, uploadModelOf } from './filling/demo-data.model.service.ts';
import { linkBill, uploadBill } from './filling/demo-data.money.service.ts';
import { fillNorms } from './filling/demo-data.norms.service.ts';
import { fillPhotos } from './filling/demo-data.photos.service.ts';
import { beginPlan, codeAt, createPlan, type DemoPlan, giveNorms, mondayAt, placeWorks } from './filling/demo-data.plan.service.ts';
import { FILL_DEMO, FINISH_DEMO, refuseBusy } from './demo-data.removal.service.ts';
import { markFilled, saveThings } from './demo-data.repository.ts';
import { bringTeam } from './filling/demo-data.team.service.ts';
import { fillBoards, fillHours, fillPromises, fillTalk } from './filling/demo-data.teamwork.service.ts';
import { textsIn } from './texts/demo-data.texts.rules.ts';
import type { DemoTexts } from './texts/demo-data.words.rules.ts';

/** What an installation shows at its first start: the whole sample in a language, or a plan alone. */
export type FirstDemo = Language | 'plan';

/** Makes a demo space of a person; a plan alone is there at once, the whole sample is filled in by a job. */
export async function createDemoSpace(
  context: Context,
  contextIn: (spaceId: number) => Promise<Context>,
  what: FirstDemo,
): Promise<number> {
  const spaceId = await createSpace(context, 'Demo', 'demo');
  const inside = await contextIn(spaceId);
  if (what === 'plan') await fillPlan(inside);
  else await enqueueFilling(inside, what);
  return spaceId;
}

/** A plan that begins now, for trying things on. */
async function fillPlan(context: Context): Promise<void> {
  const texts = textsIn('en-US');
  const { facility, schedule } = await fillStructure(context, texts);
  await fillNorms(context, facility, 'en-US');
  await createPlan(context, schedule, texts, { start: mondayAt(context.now()), team: null });
  await context.write((tx) => markFilled(tx, context.spaceId, context.now()));
}

/** Starts filling the space with test data; whoever may not make plans does not make them so. */
export async function startDemo(context: Context, language: Language): Promise<number> {
  if (!context.can('structure.edit') || !context.can('plan.edit')) fail('auth.forbidden', { right: 'plan.edit' });
  return enqueueFilling(context, language);
}

const enqueueFilling = (context: Context, language: Language): Promise<number> =>
  context.write(async (tx) => {
    await refuseBusy(context, tx);
    return context.jobs.enqueue(tx, {
      spaceId: context.spaceId,
      userId: context.userId,
      kind: FILL_DEMO,
      title: textsIn(language).facility,
      input: { language },
    });
  });

const filling = z.object({ language: z.enum(LANGUAGES).default('en-US') });

/** The job that fills a space with test data. Half of it is of no use: it is not taken up again after a stop. */
export function demoJob(services: Services, contextOf: ContextOfJob): JobKind<typeof filling> {
  return {
    kind: FILL_DEMO,
    input: filling,
    afterRestart: 'fail',
    lane: 'long',
    needs: () => [{ right: 'structure.edit' }, { right: 'plan.edit' }],
    async run(job) {
      const context = await contextOf(job);
      await becomeDemo(context);
      const { schedule_id } = await fillSpace(context, job.input.language, (share) => notify(context, job, share));
      await notify(context, job, 1);
      return { schedule_id };
    },
    ended: (job) => markCutOff(services, job),
  };
}

/** What people do with a sample that was not finished is theirs. */
async function markCutOff({ database, now }: Services, { spaceId, status }: { spaceId: number | null; status: string }): Promise<void> {
  if (spaceId === null || status === 'done') return;
  await database.write({ spaceId, userId: null }, (tx) => markFilled(tx, spaceId, now()));
}

async function notify(context: Context, job: JobRun, share: number): Promise<void> {
  await job.progress(share, 'space.filling');
  const reported = { space_id: context.spaceId, percent: Math.round(share * 100) };
  await context.write((tx) => context.push.send(tx, { spaceId: context.spaceId }, 'space_demo_progress', reported));
}

async function fillStructure(context: Context, texts: DemoTexts) {
  const facility = await context.write(async (tx) => {
    const id = await addNode(context, tx, { kind: 'facility', name: texts.facility, parent_id: null });
    await saveThings(tx, context.spaceId, [{ facility_id: id }]);
    return id;
  });
  const project = await createNode(context, { kind: 'project', name: texts.project, parent_id: facility });
  const schedule = await createNode(context, { kind: 'schedule', name: texts.schedule, parent_id: project });
  return { facility, project, schedule };
}

/** So many weeks ago the sample began: the frame is nearly done then, façade and services are under way. */
const WEEKS_AGO = 42;

/** The whole sample: what is read by jobs of its own is linked by the job that follows. */
async function fillSpace(context: Context, language: Language, done: (share: number) => Promise<void>) {
  const texts = textsIn(language);
  const { facility, project, schedule } = await fillStructure(context, texts);
  await done(0.05);
  const types = await fillNorms(context, facility, language);
  await done(0.2);
  const team = await bringTeam(context, texts);
  const plan = await createPlan(context, schedule, texts, { start: mondayAt(context.now(), -WEEKS_AGO), team });
  await done(0.3);
  await giveNorms(context, plan, types);
  await placeWorks(context, plan, texts);
  const estimateId = await uploadBill(context, plan, project, texts);
  const modelId = await uploadModelOf(context, plan, project, texts);
  await done(0.4);
  await beginPlan(context, plan, texts);
  await done(0.6);
  const place = { plan, projectId: project, texts, team };
  await fillTalk(context, place);
  await fillBoards(context, place);
  await done(0.75);
  await fillPromises(context, place);
  await fillHours(context, place);
  await done(0.85);
  await fillPhotos(context, place);
  await fillSupply(context, plan, project, texts);
  await fillScoreboard(context, texts);
  await calculateNow(context, plan.versionId);
  await finishLater(context, {
    language,
    projectId: project,
    scheduleId: schedule,
    versionId: plan.versionId,
    estimateId,
    modelId,
    works: worksOf(plan),
  });
  return { schedule_id: schedule };
}

const worksOf = ({ rows, idOf }: DemoPlan): [string, number][] => rows.map(({ key }, at) => [codeAt(at), idOf(key)]);

const finishing = z.object({
  language: z.enum(LANGUAGES).default('en-US'),
  projectId: z.number(),
  scheduleId: z.number(),
  versionId: z.number(),
  estimateId: z.number(),
  modelId: z.number(),
  works: z.array(z.tuple([z.string(), z.number()])).default([]),
});

const finishLater = (context: Context, input: z.output<typeof finishing>): Promise<number> =>
  context.write((tx) =>
    context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: FINISH_DEMO, title: '', input }),
  );

const AGAIN_SECONDS = 1;
const MOST_TRIES = 300;

/** The job that links what others have read meanwhile: the bill of quantities and the model. */
export function finishDemoJob(services: Services, contextOf: ContextOfJob): JobKind<typeof finishing> {
  return {
    kind: FINISH_DEMO,
    input: finishing,
    afterRestart: 'fail',
    lane: 'quick',
    needs: ({ versionId }) => [{ right: 'plan.edit', at: { kind: 'version', id: versionId } }],
    async run(job) {
      const context = await contextOf(job);
      const { language, projectId, scheduleId, versionId, estimateId, modelId, works } = job.input;
      const texts = textsIn(language);
      const elements = await linkModel(context, { projectId, modelId, versionId }, texts.link);
      if (elements === null && job.tries < MOST_TRIES) throw new TryLater(AGAIN_SECONDS);
      const rows = await linkBill(context, estimateId, { versionId, works: new Map(works) });
      await calculateNow(context, versionId);
      if (rows) await fillActs(context, { scheduleId, versionId }, texts);
      await startRisk(context, versionId, riskSettings.parse({ correlation: 0.3 }));
      await context.write((tx) => markFilled(tx, context.spaceId, context.now()));
      return { elements: elements ?? 0, rows: rows ?? 0 };
    },
    ended: (job) => markCutOff(services, job),
  };
}
