import type { QuarterIndices } from '@gantry/contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import { forgetFiles, receiveForm } from '../../../../platform/http/uploads.ts';
import { openThread } from '../../../../platform/jobs/workers.ts';
import { getNode } from '../../../structure/eps/eps.service.ts';
import type { IndicesRead } from './cost-links.indices.rules.ts';

export const indicesThread = openThread<{ path: string }, IndicesRead | null>(new URL('./cost-links.indices.thread.ts', import.meta.url));

/** Reads the indices of a file and forgets the file. */
export async function readIndices(context: Context, scheduleId: number, request: FastifyRequest): Promise<QuarterIndices[]> {
  await getNode(context, scheduleId, 'schedule');
  const form = await receiveForm(context.files, request, 1);
  try {
    const [file] = form.files;
    if (!file) fail('import.no_file');
    const read = await indicesThread.run({ path: await context.files.localPath(file.key) });
    if (!read) fail('cost_link.no_indices', { name: file.name });
    if ('indices' in read) return read.indices;
    fail('cost_link.indices_unreadable', read);
  } finally {
    await forgetFiles(context.files, form.files);
  }
}
