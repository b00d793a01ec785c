import { z } from 'zod';
import { EXPORT_FORMATS } from '@gantry/contract';
import { PROJECT_LAYOUT, type ZipEntry } from '@gantry/interchange';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { inZip, prepareFile } from '../../access/downloads/downloads.service.ts';
import { fileName, writeEach } from '../export/export.service.ts';
import { fileOfVersion, type Layout, refuseTooMany } from './project-files.layout.rules.ts';
import { listFilled, listSchedules } from './project-files.repository.ts';

const PROJECT_EXPORT = 'project_export';

const stored = z.object({ projectId: z.number(), format: z.enum(EXPORT_FORMATS).exclude(['zip']) });
type StoredInput = z.output<typeof stored>;
/** A version to export with its entry in the project file. */
type Wanted = { id: number; schedule: string; version: Layout['schedules'][number]['versions'][number] };

/** Starts the export of a project; refused when it has no rows. */
export async function startProjectExport(context: Context, input: StoredInput): Promise<number> {
  const project = await getNode(context, input.projectId, 'project');
  if (!(await listWanted(context, input)).wanted.length) fail('export.nothing_to_export', { name: project.name });
  return context.write((tx) =>
    context.jobs.enqueue(tx, {
      spaceId: context.spaceId,
      userId: context.userId,
      kind: PROJECT_EXPORT,
      title: `${project.name} (${input.format})`,
      input,
    }),
  );
}

/** What is to be written: as the product's own format everything, in another the actual version of each schedule; refused where these are too many. */
async function listWanted(
  context: Context,
  { projectId, format }: StoredInput,
): Promise<{ schedules: Layout['schedules']; wanted: Wanted[] }> {
  const schedules: Layout['schedules'] = [];
  const wanted: Wanted[] = [];
  const [found, filled] = await context.read(async (db) => {
    const rows = await listSchedules(db, context.spaceId, projectId);
    const ids = rows.map(({ id }) => id);
    return [rows, await listFilled(db, context.spaceId, ids, format === 'gantry' ? 'all' : 'counted')] as const;
  });
  const versionsOf = Map.groupBy(filled, (version) => version.schedule_id);
  for (const { id, name, group } of found) {
    const versions = (versionsOf.get(id) ?? []).map((version) => {
      const reported = { file: fileOfVersion(wanted.length + 1), name: version.name, kind: version.kind, locked: version.locked };
      wanted.push({ id: version.id, schedule: name, version: reported });
      return reported;
    });
    schedules.push({ name, group, versions });
  }
  // The layout names schedules without versions too.
  refuseTooMany(format === 'gantry' ? Math.max(wanted.length, schedules.length) : wanted.length);
  return { schedules, wanted };
}

/** The layout, and the versions under the names that it gives them. */
async function* withLayout(written: AsyncIterable<ZipEntry>, layout: Layout, wanted: readonly Wanted[]): AsyncGenerator<ZipEntry> {
  yield { name: PROJECT_LAYOUT, bytes: Buffer.from(JSON.stringify(layout), 'utf8') };
  let at = 0;
  for await (const { bytes } of written) yield { name: wanted[at++].version.file, bytes };
}

/** The job that writes a project; versions are read and written one after the other, so that one is held at a time. */
export function projectExportJob(contextOf: ContextOfJob): JobKind<typeof stored> {
  return {
    kind: PROJECT_EXPORT,
    input: stored,
    afterRestart: 'again',
    lane: 'long',
    needs: (input) => [{ right: 'plan.read', at: { kind: 'node', id: input.projectId } }],
    async run(job) {
      const input = job.input;
      const context = await contextOf(job);
      const project = await getNode(context, input.projectId, 'project');
      const { schedules, wanted } = await listWanted(context, input);
      const named = wanted.map(({ id, schedule }) => ({ id, name: schedule }));
      const written = writeEach(context, job, named, input.format);
      const layout: Layout = { format: 'gantry-project', version: 1, name: project.name, schedules };
      const entries = input.format === 'gantry' ? withLayout(written, layout, wanted) : written;
      await inZip(entries, (path) =>
        prepareFile(
          context,
          { name: `${fileName(project.name)}.zip`, mediaType: 'application/zip', path },
          async (tx, { key, name, size }) => {
            const reported = { job_id: job.id, project_id: input.projectId, key, name, size };
            await context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, PROJECT_EXPORT, reported);
            await job.complete(tx, { download_key: key, name, size, project_id: input.projectId });
          },
        ),
      );
      return {};
    },
  };
}
