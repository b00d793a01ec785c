import type { Diff } from '@gantry/domain';
import { revisionLog, type RevisionLink } from '../../../../platform/postgres/revision-log.ts';
import type { VersionKey } from '../../version-heads/version-heads.service.ts';
import { AUTOMATIC_EDIT } from '../edits.rules.ts';

export type EditLink = RevisionLink;

/** The edits of versions. The first revision is how the version came to be: only its deletion takes that back. */
export const versionLog = revisionLog<VersionKey, Diff>({
  table: 'version_edit',
  owner: 'version',
  column: 'version_id',
  idOf: ({ versionId }) => versionId,
  automatic: [AUTOMATIC_EDIT],
  first: 2,
});
