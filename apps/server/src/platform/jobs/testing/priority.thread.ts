import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { serveThread } from '../workers.thread.ts';

/** What a thread finds of its own priority, as Linux numbers it. */
export type FoundPriority = { nice: number; policy: number };

/** The field of its state by which Linux names the policy of a thread; the name in brackets before it is one word here. */
const POLICY = 40;

serveThread<null, FoundPriority>(() => {
  const state = readFileSync('/proc/thread-self/stat', 'utf8').split(' ');
  return { nice: getPriority(Number(state[0])), policy: Number(state[POLICY]) };
});
