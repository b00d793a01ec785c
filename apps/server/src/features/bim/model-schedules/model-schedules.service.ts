import { minuteAt, type VersionRow } from '@gantry/domain';
import type { IfcSchedule, IfcTask } from '@gantry/interchange';
import { layOutRows } from '@gantry/plan-view';
import type { FastifyReply } from 'fastify';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../../platform/context.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { openWhole } from '../../planning/attribute-values/attribute-values.service.ts';
import { readVersion } from '../../planning/edits/edits.service.ts';
import { getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { linkedQuantities, open, type Place } from '../model-links/model-links.service.ts';
import { sourceOf } from '../models/models.service.ts';
import { outputsOfWorks } from './model-schedules.rules.ts';
import type { ToWrite } from './model-schedules.thread.ts';

export const planThread = openThread<ToWrite, boolean>(new URL('./model-schedules.thread.ts', import.meta.url));

/** Largest model file that a plan is written into, in bytes: the whole file is held in memory. */
const LARGEST_SOURCE = 200 * 1024 * 1024;

/** Sends a plan as IFC: within the file of a model where that can hold it, else alone with its elements named by their GUIDs. */
export async function sendPlan(context: Context, place: Place, modelId: number | undefined, reply: FastifyReply): Promise<FastifyReply> {
  const { projectId } = await open(context, place);
  const source = modelId === undefined ? null : await sourceOf(context, { id: projectId, modelId });
  const pairs = await linkedQuantities(context, place);
  const outputs = outputsOfWorks(source ? pairs.filter(({ model_id }) => model_id === modelId) : pairs);
  const plan = await planOf(context, place.id);
  const folder = await mkdtemp(join(tmpdir(), 'gantry-plan-'));
  const clean = (): void => void rm(folder, { recursive: true, force: true }).catch(() => undefined);
  try {
    const target = join(folder, 'plan.ifc');
    const path = source && source.bytes <= LARGEST_SOURCE ? await context.files.localPath(source.key) : null;
    const within = await planThread.run({ source: path, target, plan, outputs });
    const { size } = await stat(target);
    const stream = createReadStream(target).on('close', clean);
    return reply
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', `attachment; filename="${within ? 'model' : 'plan'}.ifc"`)
      .header('content-length', size)
      .type('application/x-step')
      .send(stream);
  } catch (error) {
    clean();
    throw error;
  }
}

const minuteOrNull = (text: string | null): number | null => (text === null ? null : minuteAt(text));

const taskOf = ({ start, finish, actualStart, actualFinish, ...item }: VersionRow<'wbs'>): IfcTask => ({
  ...item,
  guid: null,
  isMilestone: item.type === 'milestone_start' || item.type === 'milestone_finish',
  start: minuteOrNull(start),
  finish: minuteOrNull(finish),
  actualStart: minuteOrNull(actualStart),
  actualFinish: minuteOrNull(actualFinish),
});

/** The rows of a version in their order, as IFC has them. */
async function planOf(context: Context, versionId: number): Promise<IfcSchedule> {
  const { name, schedule_id } = await getVersion(context, versionId);
  return readVersion(context, versionId, async (reader) => {
    const { rows } = layOutRows(await openWhole(reader), () => false);
    const items = new Map((await reader.rows('wbs')).map((item) => [item.id, item]));
    const tasks = Array.from(rows.id.subarray(0, rows.count), (id) => items.get(id)).flatMap((item) =>
      item === undefined || item.type === 'draft' ? [] : [taskOf(item)],
    );
    const sequences = await reader.rows('relation');
    const dataDate = minuteOrNull(reader.head.data_date) ?? tasks.at(0)?.start ?? 0;
    // Costs of assignments are there for who may see money.
    const [calendars, resources, assignments] = [
      await reader.rows('calendar'),
      await reader.rows('resource'),
      await reader.rows('assignment'),
    ];
    return { key: `schedule ${schedule_id}`, name, dataDate, tasks, sequences, calendars, resources, assignments };
  });
}
