import type { Activity } from '@gantry/contract';

/** What was done to a version: how often, by whom, and last when. */
export type VersionChanges = Pick<Activity, 'version_id' | 'version_name' | 'schedule_name'> & {
  count: number;
  authors: string[];
  last: string;
};

/** What others did, version by version, in the order of the last change; activities come the newest first. */
export function changesByVersion(activities: readonly Activity[], ownId: number | null): VersionChanges[] {
  const others = activities.filter(({ author_id }) => author_id !== ownId);
  return [...Map.groupBy(others, ({ version_id }) => version_id).values()].map((own) => ({
    version_id: own[0].version_id,
    version_name: own[0].version_name,
    schedule_name: own[0].schedule_name,
    count: own.length,
    authors: [...new Set(own.map(({ author }) => author))],
    last: own[0].at,
  }));
}
