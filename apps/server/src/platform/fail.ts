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

/** Refuses the call. */
export function fail(code: ErrorCode, parameters: Record<string, unknown> = {}): never {
  throw new Refused(code, parameters);
}
