import type { JobFinding } from '@gantry/contract';
import type { Refused } from '../fail.ts';

/** Why a job left out one of the things that it does, which `of` names; it goes on with the others. */
export const leftOut = ({ code, parameters }: Refused, of: string): JobFinding => ({
  severity: 'error',
  code,
  message: code,
  line: null,
  parameters: { ...parameters, of },
});
