import type { ErrorBody, Refusal } from '@gantry/contract';

/** Why a call failed: the server refused, answered in its own words, did not answer, or the caller cancelled. */
export type ApiErrorKind = 'refused' | 'localized' | 'unreachable' | 'timeout' | 'cancelled';

/** A call that failed, with what the server said. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly errorMessage: string;
  readonly errors: Refusal[];
  readonly path: string;

  constructor(kind: ApiErrorKind, path: string, status = 0, errorMessage = '', errors: Refusal[] = []) {
    super(`${path}: ${kind}${status ? ` ${status}` : ''} ${errorMessage}`.trim());
    this.name = 'ApiError';
    this.kind = kind;
    this.path = path;
    this.status = status;
    this.errorMessage = errorMessage;
    this.errors = errors;
  }

  /** Whether one of the reasons has this code. */
  has(code: string): boolean {
    return this.errorMessage === code || this.errors.some((error) => error.code === code);
  }
}

/** Whether a thrown value is a failed call with this code. */
export function isRefusal(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.has(code);
}

const AWAY = new Set([502, 503, 504]);

/** Whether a call failed because no server answered: what it asked for may be asked again. */
export const isAway = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'unreachable' || error.kind === 'timeout' || AWAY.has(error.status));

/** Reads the body of a refusal; anything unexpected becomes an empty list, which is shown as an unknown error. */
export function refusalOf(path: string, status: number, body: unknown, localized: boolean): ApiError {
  if (localized) return new ApiError('localized', path, status, '', localizedErrors(body));
  const { error_message: message = '', errors = [] } = (body ?? {}) as Partial<ErrorBody>;
  const list = Array.isArray(errors) ? errors.map(asRefusal) : [];
  return new ApiError('refused', path, status, typeof message === 'string' ? message : '', list);
}

/** A localized body is an array, or text that holds one as JSON. */
function localizedErrors(body: unknown): Refusal[] {
  let value = body;
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value);
    } catch {
      return [{ code: '', message: String(body), parameters: {} }];
    }
  }
  return (Array.isArray(value) ? value : [value]).map(asRefusal);
}

function asRefusal(entry: unknown): Refusal {
  if (typeof entry === 'string') return { code: '', message: entry, parameters: {} };
  const { code, message, parameters } = (entry ?? {}) as Record<string, unknown>;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return { code: text(code), message: text(message), parameters: (parameters ?? {}) as Record<string, unknown> };
}
