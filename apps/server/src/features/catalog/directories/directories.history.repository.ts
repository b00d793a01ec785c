import type { DirectoryDiff } from '@gantry/contract';
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
