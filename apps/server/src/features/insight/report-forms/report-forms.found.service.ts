import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { type FormRow, listForms } from './report-forms.repository.ts';
import type { ReportInput, ReportOutcome } from './report-forms.thread.ts';

export const reportsThread = openThread<ReportInput, ReportOutcome>(new URL('./report-forms.thread.ts', import.meta.url));

export const MEDIA_TYPES = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

/** A form of people, with its file. */
export async function findForm(context: Context, id: number): Promise<FormRow> {
  const [form] = await context.read((db) => listForms(db, context.spaceId, { id }));
  return form ?? fail('report_form.not_found', { id });
}
