import { serveThread } from '../../../../platform/jobs/workers.thread.ts';
import {
  type AskedRow,
  type NamedWork,
  type OfferedWork,
  type WorksByWords,
  worksByWords,
  worksForRow,
} from './cost-links.suggestions.rules.ts';

/** `state` is what the works of a version are known by; they come along where the thread did not know them. */
export type Asked = { version: string; state: string; row: AskedRow; works: readonly NamedWork[] | null };

const MOST_VERSIONS = 4;
const kept = new Map<string, { state: string; known: WorksByWords }>();

/** Offers works for a row; null where it has to be given the works first. */
serveThread<Asked, OfferedWork[] | null>(({ version, state, row, works }) => {
  const before = kept.get(version);
  const known = works ? worksByWords(works) : before?.state === state ? before.known : null;
  if (!known) return null;
  kept.delete(version);
  kept.set(version, { state, known });
  for (const oldest of kept.keys()) if (kept.size > MOST_VERSIONS) kept.delete(oldest);
  return worksForRow(known, row);
});
