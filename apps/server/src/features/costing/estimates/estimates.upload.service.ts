import { ESTIMATE_FILE_BYTES, type EstimateFilePreview, type EstimateMapping, estimateUploadFields } from '@gantry/contract';
import type { EstimateFile } from '@gantry/interchange';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { fileLabel } from '../../../platform/http/attachments.ts';
import { forgetFiles, receiveForm } from '../../../platform/http/uploads.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { ESTIMATE_IMPORT, estimatesThread, findingOut } from './estimates.jobs.ts';
import type { EstimateFileRead } from './estimates.thread.ts';
import { estimateMappings } from './estimates.mappings.service.ts';
import { addEstimate } from './estimates.repository.ts';
import { estimateAt } from './estimates.service.ts';
import { levelsOf, type StoredFile } from './estimates.storing.service.ts';

function readFields(given: Record<string, unknown>) {
  const parsed = estimateUploadFields.safeParse(given);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0];
  fail('request.invalid', { where: 'form', field: path.join('.'), reason: message, fields: [] });
}

/** How the table of a file is read: as the form says, else by the kept mapping that it names. Columns that are named go before headings. */
async function mappingIn(context: Context, { preset, mapping = {} }: Pick<Fields, 'preset' | 'mapping'>): Promise<EstimateMapping> {
  if (preset === undefined) return mapping;
  const { headings, ...kept } = await estimateMappings.content(context, preset);
  return { ...kept, ...(mapping.columns ? {} : { headings }), ...mapping };
}

const pageOf = (codePage: string | undefined): string | null => (codePage && codePage !== 'auto' ? codePage : null);

/** Takes the file of an estimate and reads it as a job. */
export async function uploadEstimate(context: Context, request: FastifyRequest) {
  const form = await receiveForm(context.files, request, 1, ESTIMATE_FILE_BYTES);
  try {
    const [file] = form.files;
    if (!file) fail('estimate.no_file');
    return await readAsJob(context, { ...file, name: fileLabel(file.name) || 'estimate' }, readFields(form.fields));
  } catch (error) {
    await forgetFiles(context.files, form.files);
    throw error;
  }
}

type Fields = Pick<ReturnType<typeof readFields>, 'project_id' | 'estimate_id' | 'mode' | 'code_page' | 'preset' | 'mapping'>;

/** Reads a stored file as a job: a new estimate of a project, or the next edition of one. */
export async function readAsJob(context: Context, file: { key: string; name: string; sha256: string }, fields: Fields) {
  const { project_id, estimate_id, mode, code_page } = fields;
  const mapping = await mappingIn(context, fields);
  const { name } = file;
  if (estimate_id === undefined) await getNode(context, project_id ?? fail('estimate.no_project'), 'project');
  return context.write(async (tx) => {
    const target = estimate_id === undefined ? null : await estimateAt(context, tx, estimate_id, 'estimate.edit');
    if (target && target.status === 'processing') fail('estimate.busy', { name: target.name });
    const projectId = target?.project_id ?? project_id ?? fail('estimate.no_project');
    if (!(await holdsAt(context, tx, projectId, 'estimate.edit'))) fail('auth.forbidden', { right: 'estimate.edit' });
    const estimateId = target?.id ?? (await addEstimate(tx, context.spaceId, { projectId, name, userId: context.userId }));
    const input: StoredFile = {
      projectId, estimateId, made: target === null, target: target ? 'edition' : mode,
      file: file.key, fileName: name, authorName: context.userName, sha256: file.sha256, codePage: pageOf(code_page), mapping,
    }; // prettier-ignore
    const about = { estimate_id: estimateId, project_id: projectId };
    await context.push.send(tx, { spaceId: context.spaceId }, 'estimate_upload', { ...about, status: 'uploading' });
    const job = { spaceId: context.spaceId, userId: context.userId, kind: ESTIMATE_IMPORT, title: name, input };
    context.note({ ...about, file: name });
    return { estimate_id: estimateId, job_id: await context.jobs.enqueue(tx, job) };
  });
}

const FIRST_ROWS = 50;

/** Reads a file and answers what it would give; the file is not kept. */
export async function previewEstimate(context: Context, request: FastifyRequest): Promise<EstimateFilePreview> {
  const form = await receiveForm(context.files, request, 1, ESTIMATE_FILE_BYTES);
  try {
    const [file] = form.files;
    if (!file) fail('estimate.no_file');
    const fields = readFields(form.fields);
    const mapping = await mappingIn(context, fields);
    const kept = await estimateMappings.list(context, '');
    const input = { path: await context.files.localPath(file.key), bytes: file.bytes, name: file.name, codePage: pageOf(fields.code_page) };
    const read = await estimatesThread.run({ ...input, mapping, offered: kept.map(({ content }) => content), mostRows: FIRST_ROWS });
    return previewOf(
      read,
      kept.map(({ id }) => id),
    );
  } finally {
    await forgetFiles(context.files, form.files);
  }
}

function previewOf({ estimate, rowCount, findings, preview }: EstimateFileRead, kept: readonly number[]): EstimateFilePreview {
  const text = (amounts: EstimateFile['counted'] | undefined, digits: number) =>
    levelsOf(numberOf(amounts?.base), numberOf(amounts?.current), digits);
  const digits = estimate?.digits ?? 2;
  const depths: number[] = [];
  return {
    format: estimate?.format ?? null,
    number: estimate?.number ?? '',
    name: estimate?.name ?? '',
    currency: estimate?.currency ?? '',
    rows: rowCount,
    counted: text(estimate?.counted, digits),
    stated: text(estimate?.stated, digits),
    first: (estimate?.rows ?? []).map(({ parent, kind, number, code, name, unit, quantity, base, current }, at) => {
      depths[at] = parent === null ? 0 : (depths[parent] ?? 0) + 1;
      return { depth: depths[at], kind, number, code, name, unit, quantity, current: text({ base, current }, digits).current };
    }),
    table: preview
      ? {
          sheets: preview.sheets,
          sheet: preview.sheet,
          header_row: preview.headerRow,
          columns: preview.columns,
          cells: preview.cells,
          presets: preview.fits.map((at) => kept[at]),
        }
      : null,
    findings: findings.map(findingOut),
  };
}

const numberOf = (amount: bigint | null | undefined): number | null => (amount === null || amount === undefined ? null : Number(amount));
