import { z } from 'zod';
import { projectImportFields } from '@gantry/contract';
import { entryOf } from '@gantry/domain';
import { CODE_PAGES } from '@gantry/interchange';
import type { FastifyRequest } from 'fastify';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { JobKind, JobRun } from '../../../platform/jobs/jobs.ts';
import { lockVersion, makeKind } from '../../planning/version-heads/version-heads.service.ts';
import { createNode, getNode, removeNodes } from '../../structure/eps/eps.service.ts';
import { forgetFiles, receiveForm } from '../../../platform/http/uploads.ts';
import { findingOut, type ImportOutcome, refuseUnreadable, storeProject, whatIsNotKept, withUpload } from '../import/import.service.ts';
import { type Layout, parseLayout } from './project-files.layout.rules.ts';

const PROJECT_IMPORT = 'project_import';

const stored = z.object({
  facilityId: z.number(),
  name: z.string().nullable(),
  codePage: z.string().nullable(),
  file: z.string(),
  fileName: z.string(),
});
type StoredInput = z.output<typeof stored>;

/** Takes the uploaded file and starts the import of a project as a job. */
export async function startProjectImport(context: Context, request: FastifyRequest): Promise<number> {
  if (!context.can('structure.edit')) fail('auth.forbidden');
  const form = await receiveForm(context.files, request, 1);
  try {
    const [file] = form.files;
    if (!file) fail('import.no_file');
    if (!file.bytes) fail('import.empty', { name: file.name });
    const fields = projectImportFields.safeParse(form.fields);
    if (!fields.success) invalid(fields.error.issues[0].path.join('.'), '');
    const { facility_id: facilityId, name = null, code_page: page } = fields.data;
    const codePage = page && page !== 'auto' ? page : null;
    if (codePage && !CODE_PAGES.some((one) => one === codePage)) invalid('code_page', 'validation.unknown_code_page');
    const facility = await getNode(context, facilityId, 'facility');
    const input: StoredInput = { facilityId, name, codePage, file: file.key, fileName: file.name };
    const title = `${file.name} → ${facility.name}`;
    return await context.write((tx) =>
      context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: PROJECT_IMPORT, title, input }),
    );
  } catch (error) {
    await forgetFiles(context.files, form.files);
    throw error;
  }
}

function invalid(field: string, reason: string): never {
  fail('request.invalid', { where: 'form', field, reason, fields: [] });
}

/** Who sees the project hears of it; where it came to nothing, who imported it. */
const audienceOf = ({ spaceId, userId }: Context, projectId: number | null) => ({ spaceId, ...(projectId === null ? { userId } : {}) });

/** The job that makes a project of a file; where a part of it fails, nothing of the project stays. */
export function projectImportJob(contextOf: ContextOfJob, files: Files): JobKind<typeof stored> {
  return {
    kind: PROJECT_IMPORT,
    // Started again it would make the project a second time.
    input: stored,
    afterRestart: 'fail',
    lane: 'long',
    needs: (input) => (['plan.import', 'structure.edit'] as const).map((right) => ({ right, at: { kind: 'node', id: input.facilityId } })),
    async run(job) {
      const context = await contextOf(job);
      const input = job.input;
      const notify = (status: 'completed' | 'error', projectId: number | null) =>
        context.write((tx) =>
          context.push.send(tx, audienceOf(context, projectId), PROJECT_IMPORT, { job_id: job.id, project_id: projectId, status }),
        );
      try {
        const result = await importProject(context, job, input);
        await notify('completed', result.project_id);
        return result;
      } catch (error) {
        await notify('error', null);
        throw error;
      }
    },
    ended: ({ input }) => files.remove(input.file),
  };
}

async function importProject(context: Context, job: JobRun, input: StoredInput) {
  const reading = {
    mapping: { columns: [], calendars: [] },
    rowsToSkip: 0,
    codePage: input.codePage,
    target: null,
    signal: job.signal,
    progress: (share: number) => job.progress(share / 2, 'import.reading'),
  };
  return withUpload(context, input, reading, async (outcome) => {
    job.findings(outcome.findings.map(findingOut));
    refuseUnreadable(outcome, input.fileName);
    const layout = parseLayout(outcome.layout);
    const name = (input.name ?? layout?.name ?? input.fileName.replace(/^.*[/\\]/, '').replace(/\.[^.]+$/, '')).slice(0, 200);
    const projectId = await createNode(context, { kind: 'project', name, parent_id: input.facilityId });
    try {
      const versions = await storeSchedules(context, job, projectId, input.fileName, outcome, layout);
      return { project_id: projectId, name, versions };
    } catch (error) {
      await removeNodes(context, [projectId]);
      throw error;
    }
  });
}

/** Creates the schedules of a project, from its layout or one for each project in the files. Returns the number of versions. */
async function storeSchedules(
  context: Context,
  job: JobRun,
  projectId: number,
  fileName: string,
  outcome: ImportOutcome,
  layout: Layout | null,
): Promise<number> {
  const placed = new Set<number>();
  const store = async (scheduleId: number, name: string, index: number): Promise<number> => {
    await job.progress(0.5 + placed.size / outcome.projects.length / 2, 'import.storing');
    const place = { scheduleId, name: name.slice(0, 200), fileName };
    const stored = await context.write((tx) => storeProject(context, tx, place, outcome, index, async () => job.signal.throwIfAborted()));
    job.findings(whatIsNotKept([stored]).map(findingOut));
    placed.add(index);
    return stored.id;
  };
  const groups = new Map<string, number>();
  for (const { name, group, versions } of layout?.schedules ?? []) {
    if (group !== null && !groups.has(group))
      groups.set(group, await createNode(context, { kind: 'schedule_group', name: group.slice(0, 200), parent_id: projectId }));
    const parent = group === null ? projectId : entryOf(groups, group);
    const scheduleId = await createNode(context, { kind: 'schedule', name: name.slice(0, 200), parent_id: parent });
    for (const version of versions) {
      for (const [index, { file }] of outcome.projects.entries()) {
        if (file !== version.file || placed.has(index)) continue;
        const id = await store(scheduleId, version.name, index);
        if (version.kind !== 'version') await makeKind(context, id, version.kind);
        if (version.locked) await lockVersion(context, id, true);
      }
    }
  }
  for (const [index, { name, code }] of outcome.projects.entries()) {
    if (placed.has(index)) continue;
    const title = (name || code || fileName.replace(/\.[^.]+$/, '')).slice(0, 200);
    await store(await createNode(context, { kind: 'schedule', name: title, parent_id: projectId }), title, index);
  }
  return placed.size;
}
