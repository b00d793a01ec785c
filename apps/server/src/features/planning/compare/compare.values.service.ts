import type { ComparedValue, ValueQuestion } from '@gantry/contract';
import type { Language } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { textsOf } from '../../access/localization/localization.service.ts';
import { openComparison } from './compare.service.ts';

type Question = ValueQuestion & { version_ids: number[]; changes: ComparedValue['change'][]; search: string };

/** One measure of some versions by periods, of all rows and row by row, filtered; the lines of rows in pages. */
export async function compareValuesOf(context: Context, scheduleId: number, question: Question & { offset: number; limit: number }) {
  const { changes, search, offset, limit } = question;
  const { versions, ask } = await openValues(context, scheduleId, question);
  return { versions, ...(await ask('values', { changes, search, offset, limit })) };
}

/** The same as a file for a spreadsheet: the sums first, then row by row. */
export async function exportValues(
  context: Context,
  scheduleId: number,
  question: Question & { format: 'csv' | 'xlsx'; language: Language },
) {
  const { changes, search, format, language, measure } = question;
  const { versions, ask } = await openValues(context, scheduleId, question);
  return ask('valuesFile', { changes, search, format, measure, names: versions, texts: textsOf(language) });
}

const openValues = (context: Context, scheduleId: number, { version_ids, changes, measure, series, period }: Question) =>
  openComparison(context, scheduleId, version_ids, { values: { measure, series, period }, withSame: changes.includes('same') });
