import type { ApiError } from '../../lib/calls/api-error.ts';
import { withReadableDates } from '../../lib/dates.ts';

/** What the page does about a failed call, by the catalogue of the specification. */
export type ErrorDecision =
  | { do: 'toast' }
  | { do: 'nothing' }
  | { do: 'login' }
  | { do: 'select-space' }
  | { do: 'privacy' }
  | { do: 'error-page'; message: string }
  | { do: 'act-as-oneself' };

/** Calls that nobody is signed in for yet. */
const SIGN_IN_PATHS: readonly string[] = ['/api/v1/auth/login', '/api/v1/auth/kerberos'];

/** Calls by which somebody mends what a licence refuses: they stay where they are. */
const MENDING_PATHS = /^\/api\/v1\/(?:licenses|installation|invitations|space\/\d+\/(?:users|invitations)|space\/create)\b/;

/** 401 leads to the login unless it was the login; 402 to the choice of a space unless somebody mends just that; a blocked address to the error page; a privacy policy that is not accepted to its page; a delegation that ended ends the acting; the rest is told. */
export function decideOnError(error: ApiError, quiet: boolean): ErrorDecision {
  if (error.kind === 'cancelled') return { do: 'nothing' };
  if (error.status === 401 && !SIGN_IN_PATHS.includes(error.path)) return { do: 'login' };
  if (error.status === 402 && !MENDING_PATHS.test(error.path)) return { do: 'select-space' };
  if (error.status === 403 && error.errorMessage === 'IPNotAllowed') return { do: 'error-page', message: 'IPNotAllowed' };
  if (error.errors.some(({ code }) => code === 'user.privacy_not_accepted')) return { do: 'privacy' };
  if (error.errors.some(({ code }) => code === 'delegation.not_valid')) return { do: 'act-as-oneself' };
  return quiet ? { do: 'nothing' } : { do: 'toast' };
}

/** One line of an error toast: the translated code, bold, and the translated message. */
export type ErrorLine = { title: string; text: string };

/** Looks texts up; the same shape as i18next. */
export type Texts = { has: (key: string) => boolean; get: (key: string, values?: Record<string, unknown>) => string };

/** What a failed call is told as. */
export function linesOf(error: ApiError, texts: Texts): ErrorLine[] {
  if (error.kind === 'unreachable' || error.kind === 'timeout')
    return [{ title: texts.get('error_title.server'), text: texts.get(`error.${error.kind}`) }];
  if (error.errors.length) return error.errors.map(({ code, message, parameters }) => lineOf(code, message, parameters, texts));
  if (error.errorMessage) return [lineOf(error.errorMessage, error.errorMessage, {}, texts)];
  return [{ title: '', text: texts.get('error.unknown') }];
}

function lineOf(code: string, message: string, parameters: Record<string, unknown>, texts: Texts): ErrorLine {
  const titleKey = [`error_title.${code}`, `error_title.${code.split('.')[0]}`].find((key) => code && texts.has(key));
  const known = code !== '' && texts.has(code);
  const values = withTexts(withReadableDates(parameters), texts);
  const raw = texts.has(message) ? texts.get(message, values) : message || code || texts.get('error.unknown');
  return { title: titleKey ? texts.get(titleKey) : '', text: known ? texts.get(code, values) : raw };
}

/** The reason of a refused field is itself the key of a text. */
function withTexts(parameters: Record<string, unknown>, texts: Texts): Record<string, unknown> {
  const { reason } = parameters;
  return typeof reason === 'string' && texts.has(reason) ? { ...parameters, reason: texts.get(reason) } : parameters;
}
