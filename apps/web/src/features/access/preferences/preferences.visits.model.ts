/** When a person came the time before, and was here last. */
export type Visits = { since: string | null; seen: string };

/** Who comes back sooner is still there. */
const APART_MS = 4 * 3_600_000;

/** What is kept of visits when the person opens the page. */
export function nextVisit(before: Visits | null, now: Date): Visits {
  const seen = now.toISOString();
  if (!before) return { since: null, seen };
  return { since: now.getTime() - Date.parse(before.seen) > APART_MS ? before.seen : before.since, seen };
}
