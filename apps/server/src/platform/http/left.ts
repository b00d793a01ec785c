import type { FastifyReply } from 'fastify';
import { Refused } from '../fail.ts';

/** Is aborted when the other end of a call goes away before its answer: long work for it alone may end. */
export function leftOf({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  const closed = (): void => {
    if (!raw.writableFinished) left.abort(new Refused('job.cancelled'));
  };
  if (raw.closed) closed();
  else raw.once('close', closed);
  return left.signal;
}
