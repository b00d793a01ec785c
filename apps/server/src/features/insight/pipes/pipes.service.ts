import { DEFAULT_PIPELINE, type GateCriterion, type PipeDefinition, type PipelineSettings, pipelineSettings } from '@gantry/contract';
import { type Minute, minuteAt, NO_DATE, type RowFilter } from '@gantry/domain';
import { attributeFinder, layOutRows, numberAt, type ScheduleDocument, textAt, valueOf } from '@gantry/plan-view';
import { TYPE_SUM } from '@gantry/scene';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { holdsAt, memberOf, rightsAt } from '../../access/roles/roles.access.service.ts';
import { openWhole } from '../../planning/attribute-values/attribute-values.service.ts';
import { readVersion } from '../../planning/edits/edits.service.ts';
import { listCountedVersions } from '../../planning/version-heads/version-heads.service.ts';
import { rowsPassing } from '../../planning/wbs/wbs.view.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { listSchedulesOfProject } from '../../structure/schedules/schedules.service.ts';
import { countsIn, countsOf, daysBetween, slipOf } from '../analytics/analytics.service.ts';
import {
  deletePipe,
  findPipe,
  findSettings,
  listApprovals,
  listPipes,
  putApproval,
  putSettings,
  savePipe,
  updatePipe,
} from './pipes.repository.ts';
import type { MeasureWorks } from './pipes.gates.rules.ts';
import { codesOf, keyOfSide, pipelineOf } from './pipes.rules.ts';
import type { PackageWork, StageWorks } from './pipes.works.rules.ts';

type Schedule = { id: number; name: string };
type Side = PipeDefinition['main'];

/** The schedules of a project in the order of its stages. */
const inOrder = (schedules: readonly Schedule[], { stages }: PipelineSettings): Schedule[] => {
  const place = (id: number): number => (stages.includes(id) ? stages.indexOf(id) : stages.length);
  return schedules.toSorted((a, b) => place(a.id) - place(b.id));
};

const settingsOf = async (db: Db, context: Context, projectId: number): Promise<PipelineSettings> => {
  const kept = await findSettings(db, context.spaceId, projectId);
  return kept ? pipelineSettings.parse(kept) : DEFAULT_PIPELINE;
};

/** The packages of a project by stages. */
export async function readPipeline(context: Context, projectId: number) {
  const schedules = await listSchedulesOfProject(context, projectId);
  const { pipes, settings, approvals, versions } = await context.read(async (db) => ({
    pipes: await listPipes(db, context.spaceId, projectId),
    settings: await settingsOf(db, context, projectId),
    approvals: await listApprovals(db, context.spaceId, projectId),
    versions: await listCountedVersions(db, context.spaceId, projectId),
  }));
  const sides = pipes.flatMap(({ main, supply }) => [main, supply]);
  const versionOf = new Map(versions.map(({ schedule_id, version_id }) => [schedule_id, version_id]));
  const stages: StageWorks[] = [];
  for (const schedule of inOrder(schedules, settings)) {
    const own = sides.filter(({ schedule_id }) => schedule_id === schedule.id);
    const criteria = settings.gates.find(({ schedule_id }) => schedule_id === schedule.id)?.criteria ?? [];
    if (own.length) stages.push(await readStage(context, schedule, versionOf.get(schedule.id) ?? null, own, criteria));
  }
  return { pipes, ...pipelineOf(pipes, stages, settings, approvals, { userId: context.userId, measure }) };
}

/** What figures of a place say of some works, by the same counts. */
const measure: MeasureWorks = (figure, works, { dataDate }, most) => {
  if (figure !== 'deviation_days') {
    const behind = works.filter((work) => countsIn(figure, work, dataDate));
    return { value: behind.length, behind };
  }
  const { finish, target_finish: target } = countsOf(works, works, dataDate);
  if (target === null || finish === null) return { value: null, behind: works };
  return { value: daysBetween(target, finish), behind: works.filter((work) => (slipOf(work) ?? 0) > most) };
};

/** The works of a stage by packages, and which of them pass the filters of its gate. */
export async function readStage(
  context: Context,
  { id, name }: Schedule,
  versionId: number | null,
  sides: readonly Side[],
  criteria: readonly GateCriterion[] = [],
): Promise<StageWorks> {
  const empty = {
    schedule_id: id,
    name,
    version_id: versionId,
    dataDate: minuteAt(`${context.today}T00:00`),
    missing: [],
    packages: new Map(),
    passing: [],
  };
  if (versionId === null) return empty;
  const passing: StageWorks['passing'][number][] = [];
  for (const criterion of criteria) passing.push(criterion.kind === 'rows' ? await passingOf(context, versionId, criterion.filter) : null);
  return readVersion(context, versionId, async (reader) => {
    const document = await openWhole(reader);
    const attributes = new Map(
      (await reader.rows('attribute')).filter((one) => !reader.mask?.hidden.has(one.id)).map((one) => [one.name, one.id]),
    );
    const found = sides.flatMap((side) => {
      const attribute = attributes.get(side.attribute);
      return attribute === undefined ? [] : [{ side, attribute }];
    });
    const works = worksOf(document);
    return {
      ...empty,
      dataDate: reader.head.data_date === null ? empty.dataDate : minuteAt(reader.head.data_date),
      missing: [...new Set(sides.filter((side) => !attributes.has(side.attribute)).map((side) => side.attribute))],
      passing,
      packages: new Map(found.map(({ side, attribute }) => [keyOfSide(side), byCode(document, works, attribute, side.separator)])),
    };
  });
}

/** The rows that pass a filter; null where it asks for a column that the version does not have, or hides from the caller. */
async function passingOf(context: Context, versionId: number, filter: RowFilter): Promise<ReadonlySet<number> | null> {
  const { rows, ignored } = await rowsPassing(context, versionId, filter, ['id']);
  return ignored.length ? null : new Set(rows.map(({ id }) => id));
}

function byCode(document: ScheduleDocument, works: readonly PackageWork[], attribute: number, separator: string) {
  const valueAt = attributeFinder(document, attribute);
  const packages = new Map<string, PackageWork[]>();
  for (const work of works)
    for (const code of codesOf(valueAt(work.id)?.value, separator)) {
      const list = packages.get(code);
      if (list) list.push(work);
      else packages.set(code, [work]);
    }
  return packages;
}

/** Works of a version that have dates. */
function worksOf(document: ScheduleDocument): PackageWork[] {
  const { rows, slots } = layOutRows(document, () => false);
  const { wbs } = document.tables;
  const works: PackageWork[] = [];
  for (let row = 0; row < rows.count; row += 1) {
    const [id, start, finish]: Minute[] = [rows.id[row], rows.start[row], rows.finish[row]];
    if (slots[row] < 0 || rows.type[row] === TYPE_SUM || start === NO_DATE || finish === NO_DATE) continue;
    const slot = wbs.slotOf.get(id) ?? -1;
    const [status, target] = [valueOf(document, 'wbs', id, 'status'), valueOf(document, 'wbs', id, 'targetFinish')];
    works.push({
      id,
      name: textAt(wbs, 'name', slot),
      start,
      finish,
      durationMinutes: numberAt(wbs, 'durationMinutes', slot),
      progress: status === 'completed' ? 1 : Math.min(1, Math.max(0, numberAt(wbs, 'progress', slot))),
      completed: status === 'completed',
      begun: status !== 'not_started',
      status: status ?? 'not_started',
      critical: Boolean(valueOf(document, 'wbs', id, 'critical')),
      totalFloatMinutes: numberAt(wbs, 'totalFloatMinutes', slot),
      targetFinish: target ? minuteAt(target) : null,
    });
  }
  return works;
}

/** Refuses a pipe whose ends are one schedule, or not of the project. */
async function checkSides(context: Context, projectId: number, { main, supply }: Pick<PipeDefinition, 'main' | 'supply'>): Promise<void> {
  const own = new Set((await listSchedulesOfProject(context, projectId)).map(({ id }) => id));
  if (!own.has(main.schedule_id) || !own.has(supply.schedule_id)) fail('pipe.foreign_schedule');
  if (main.schedule_id === supply.schedule_id) fail('pipe.same_schedule');
}

export async function createPipe(context: Context, { project_id, ...pipe }: PipeDefinition & { project_id: number }): Promise<number> {
  await getNode(context, project_id, 'project');
  await checkSides(context, project_id, pipe);
  return context.write((tx) => savePipe(tx, context.spaceId, project_id, pipe));
}

/** A pipe of a project in which the caller may change the structure. */
async function mustOwn(context: Context, id: number) {
  return context.read(async (db) => {
    const found = (await findPipe(db, context.spaceId, id)) ?? fail('pipe.not_found', { id });
    if (!(await holdsAt(context, db, found.projectId, 'structure.edit'))) fail('auth.forbidden', { right: 'structure.edit' });
    return found;
  });
}

export async function changePipe(context: Context, id: number, change: Partial<PipeDefinition>): Promise<void> {
  const { projectId, pipe } = await mustOwn(context, id);
  const changed = { ...pipe, ...change };
  await checkSides(context, projectId, changed);
  await context.write((tx) => updatePipe(tx, context.spaceId, id, changed));
}

export async function removePipe(context: Context, id: number): Promise<void> {
  await mustOwn(context, id);
  await context.write((tx) => deletePipe(tx, context.spaceId, id));
}

/** The settings of a project, its schedules in the order of the stages, each with the attributes that the caller sees. */
export async function readSettings(context: Context, projectId: number) {
  const schedules = await listSchedulesOfProject(context, projectId);
  const { settings, versions } = await context.read(async (db) => ({
    settings: await settingsOf(db, context, projectId),
    versions: await listCountedVersions(db, context.spaceId, projectId),
  }));
  const named: { id: number; name: string; version_id: number | null; attributes: string[] }[] = [];
  for (const { id, name } of inOrder(schedules, settings)) {
    const version = versions.find(({ schedule_id }) => schedule_id === id);
    const attributes = version
      ? await readVersion(context, version.version_id, async ({ rows, mask }) =>
          (await rows('attribute')).filter((one) => !mask?.hidden.has(one.id)).map((one) => one.name),
        )
      : [];
    named.push({ id, name, version_id: version?.version_id ?? null, attributes });
  }
  return { ...settings, schedules: named };
}

export async function saveSettings(context: Context, projectId: number, settings: PipelineSettings): Promise<void> {
  const own = new Set((await listSchedulesOfProject(context, projectId)).map(({ id }) => id));
  const named = [...settings.stages, ...[...settings.gates, ...settings.limits].map(({ schedule_id }) => schedule_id)];
  if (!named.every((id) => own.has(id))) fail('pipe.foreign_schedule');
  await checkApprovers(context, projectId, settings.gates);
  await context.write((tx) => putSettings(tx, context.spaceId, projectId, settings));
}

/** Refuses an approver who may not approve in the project. */
async function checkApprovers(context: Context, projectId: number, gates: PipelineSettings['gates']): Promise<void> {
  const asked = new Set(gates.flatMap(({ approvers }) => approvers));
  await context.read(async (db) => {
    for (const id of asked) {
      const member = await memberOf(db, context.spaceId, id);
      const rights = member && (await rightsAt(db, context.spaceId, member.access, { kind: 'node', param: 'id' }, () => projectId));
      if (!rights?.has('plan.approve')) fail('pipe.no_approver', { id });
    }
  });
}

type Approval = { schedule_id: number; code: string; approved: boolean };

/** Lets a package out of a stage as soon as its works allow, or takes that back. */
export async function approvePackage(context: Context, projectId: number, { schedule_id, code, approved }: Approval): Promise<void> {
  const { packages } = await readPipeline(context, projectId);
  const gate = packages.find((one) => one.code === code)?.cells.find((cell) => cell.schedule_id === schedule_id)?.gate;
  if (!gate) fail('pipe.no_gate');
  if (!gate.may_approve) fail('pipe.not_the_approver');
  if (approved && gate.state === 'blocked') fail('pipe.gate_closed', { count: gate.open_works });
  const key = { spaceId: context.spaceId, projectId, scheduleId: schedule_id, code };
  context.note({ schedule_id, code, approved });
  await context.write((tx) => putApproval(tx, key, approved ? context.userName : null));
}
