import type { Job } from '@gantry/contract';

export const isRunning = (job: Job): boolean => job.status === 'waiting' || job.status === 'running';

/** The list with one job put in or renewed; an older state never replaces a newer one. */
export function withJob(jobs: readonly Job[], job: Job): Job[] {
  const known = jobs.find((other) => other.id === job.id);
  if (!known) return [job, ...jobs];
  if (!isRunning(known) && isRunning(job)) return [...jobs];
  return jobs.map((other) => (other.id === job.id ? job : other));
}

/** Which jobs the toast shows: those that run, and those that ended while the page was open and were not put away. */
export function shownJobs(jobs: readonly Job[], seenRunning: ReadonlySet<number>, dismissed: ReadonlySet<number>): Job[] {
  return jobs.filter((job) => !dismissed.has(job.id) && (isRunning(job) || seenRunning.has(job.id)));
}

/** How many findings of each severity, gravest first, none left out. */
export function countFindings(job: Job): { severity: 'error' | 'warning' | 'info'; count: number }[] {
  return (['error', 'warning', 'info'] as const)
    .map((severity) => ({ severity, count: job.findings_count[severity] }))
    .filter(({ count }) => count > 0);
}
