import type { DirectoryDiff } from '@gantry/contract';
import { type RawBuilder, sql } from 'kysely';
import { revisionLog } from '../../../platform/postgres/revision-log.ts';
import type { DirectoryKey } from './directories.repository.ts';

/** Changes that a directory takes over from donors automatically; undo skips them. */
export const FOLLOWED = 'follow';

/** The changes of directories. */
export const directoryLog = revisionLog<DirectoryKey, DirectoryDiff>({
  table: 'directory_edit',
  owner: 'directory',
  column: 'directory_id',
  idOf: ({ directoryId }) => directoryId,
  automatic: [FOLLOWED],
  first: 1,
});

/** So long an action can be taken back and is listed. */
const KEPT_DAYS = 730;

/** A statement that deletes at most `most` old changes of directories, the oldest first. */
export const oldEdits = (most: number): RawBuilder<unknown> => sql`
  delete from directory_edit where (space_id, directory_id, revision) in (
    select space_id, directory_id, revision from directory_edit
    where at < now() - make_interval(days => ${KEPT_DAYS}::int) order by at limit ${most} for update skip locked)`;
