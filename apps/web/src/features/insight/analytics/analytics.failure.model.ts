import type { TFunction } from 'i18next';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { refusalText } from '../../../ui/text/refusal-text.ts';

/** Why there are no figures: what the server refused them for, else that they could not be loaded. */
export function whyNoFigures(error: Error, t: TFunction): string {
  const isRefused = error instanceof ApiError && error.errors.some(({ code }) => code.startsWith('analytics.'));
  return isRefused ? refusalText(error, t) : t('analytics.not_loaded');
}
