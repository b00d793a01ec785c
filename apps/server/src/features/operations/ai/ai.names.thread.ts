import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { openNames } from './ai.names.rules.ts';

export type NamesInput = {
  /** Stemmed names, a line each. */
  stems: string;
  /** The one that others are compared with. */
  stem: string;
  most: number;
  least: number;
};

serveThread<NamesInput, string[]>(({ stems, stem, most, least }) => {
  const known = stems ? stems.split('\n') : [];
  return openNames(known)(stem, most, least).map(({ at }) => known[at]);
});
