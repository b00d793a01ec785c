import { ERRORS, type ErrorCode } from '@gantry/contract';

/** A refusal that the user can act on: a code of the contract and what fills its text. */
export class Refused extends Error {
  readonly code: ErrorCode;
  readonly parameters: Record<string, unknown>;
  readonly status: number;

  constructor(code: ErrorCode, parameters: Record<string, unknown> = {}) {
    super(code);
    this.name = 'Refused';
    this.code = code;
    this.parameters = parameters;
    this.status = ERRORS[code];
  }
}

/** Of the parameters of a refusal, the words and numbers that texts name. */
export const namedIn = (parameters: Record<string, unknown>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(parameters).filter((one): one is [string, string | number] => typeof one[1] === 'string' || typeof one[1] === 'number'),
  );

/** Refuses the call. */
export function fail(code: ErrorCode, parameters: Record<string, unknown> = {}): never {
  throw new Refused(code, parameters);
}
