import type { ComparedValue, ValueQuestion } from '@gantry/contract';
import type { Language } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { textsOf } from '../../access/localization/localization.service.ts';
import { fileOf, valueTableOf } from './compare.export.rules.ts';
import { compareBy } from './compare.service.ts';
import type { ComparedValues } from './compare.values.rules.ts';

type Question = ValueQuestion & { version_ids: number[]; changes: ComparedValue['change'][]; search: string };

/** One measure of some versions by periods, of all rows and row by row, filtered; the lines of rows in pages. */
export async function compareValuesOf(context: Context, scheduleId: number, question: Question & { offset: number; limit: number }) {
  const { versions, values, found } = await valuesOf(context, scheduleId, question);
  const { totals, counts } = values;
  return { versions, counts, totals, total: found.length, lines: found.slice(question.offset, question.offset + question.limit) };
}

/** The same as a file for a spreadsheet: the sums first, then row by row. */
export async function exportValues(
  context: Context,
  scheduleId: number,
  question: Question & { format: 'csv' | 'xlsx'; language: Language },
) {
  const { versions, values, found } = await valuesOf(context, scheduleId, question);
  const table = valueTableOf([...values.totals, ...found], versions, textsOf(question.language));
  return fileOf(table, `comparison-${question.measure}`, question.format);
}

async function valuesOf(context: Context, scheduleId: number, { version_ids, changes, search, measure, series, period }: Question) {
  const withSame = changes.includes('same');
  const { versions, outcome } = await compareBy(context, scheduleId, version_ids, { values: { measure, series, period }, withSame });
  const values = outcome.values as ComparedValues;
  const wanted = new Set(changes);
  const text = search.trim().toLowerCase();
  const found = values.lines.filter(
    ({ change, item }) => wanted.has(change) && (!text || `${item?.code ?? ''} ${item?.name ?? ''}`.toLowerCase().includes(text)),
  );
  return { versions, values, found };
}
