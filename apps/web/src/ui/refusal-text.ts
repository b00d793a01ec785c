import type { TFunction } from 'i18next';
import { ApiError } from '../lib/api-error.ts';

/** The text of a refusal, for the cell where it happened. */
export function refusalText(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('error.unknown');
  const [first] = error.errors;
  if (!first) return t(error.kind === 'timeout' ? 'error.timeout' : 'error.unreachable');
  const { field } = first.parameters;
  return t(first.code, {
    ...first.parameters,
    ...(typeof field === 'string' ? { field: t(`column.${field}`, { defaultValue: field }) } : {}),
    defaultValue: first.message,
  });
}
