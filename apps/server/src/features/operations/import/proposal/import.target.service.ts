import { VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { fail } from '../../../../platform/fail.ts';
import type { Database } from '../../../../platform/postgres/database.ts';
import { type Onlooker, openVersion } from '../../../planning/edits/edits.service.ts';
import type { VersionKey } from '../../../planning/version-heads/version-heads.service.ts';
import type { Content } from '../import.content.rules.ts';
import { findSourceProject } from '../import.repository.ts';
import type { MatchBy } from './import.matching.rules.ts';

/** The version that a file is compared with, and who sees it. */
export type Target = { key: VersionKey; who: Onlooker; matchBy: MatchBy };
/** Its rows at a revision. */
export type Compared = {
  current: Content;
  lastId: number;
  matchBy: MatchBy;
  /** The code of the project that it was made of. */
  projectCode: string | null;
  revision: number;
};

/** Reads the version that a file is compared with. */
export async function readCompared({ read }: Pick<Database, 'read'>, { key, who, matchBy }: Target): Promise<Compared> {
  return read({ spaceId: key.spaceId, userId: null }, async (db) => {
    const reader = await openVersion(db, key, who);
    if (!reader) fail('version.not_found', { id: key.versionId });
    const current = {} as Record<VersionTable, object[]>;
    for (const table of VERSION_TABLE_NAMES) current[table] = await reader.rows(table);
    const projectCode = await findSourceProject(db, key.spaceId, key.versionId);
    const { last_id: lastId, revision } = reader.head;
    return { current: current as Content, lastId, matchBy, projectCode, revision };
  });
}
