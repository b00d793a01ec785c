import type { Refusal } from '@gantry/contract';
import type { TFunction } from 'i18next';
import { withReadableDates } from '../../lib/dates.ts';
import { ApiError } from '../../lib/calls/api-error.ts';

/** The text of a refusal, for the cell where it happened. */
export function refusalText(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('error.unknown');
  const [first] = error.errors;
  if (!first) return t(error.kind === 'timeout' ? 'error.timeout' : 'error.unreachable');
  return reasonText(first, t);
}

/** The text of one reason; a field that it names is called as its column, a date is written as people do. */
export function reasonText({ code, message, parameters }: Omit<Refusal, 'message'> & { message?: string }, t: TFunction): string {
  const { field } = parameters;
  const named = typeof field === 'string' ? { field: t(`column.${field}`, { defaultValue: field }) } : {};
  return t(code, { ...withReadableDates(parameters), ...named, defaultValue: message ?? code });
}
