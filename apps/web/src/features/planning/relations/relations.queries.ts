import { api } from '@gantry/contract';
import type { RelationType } from '@gantry/domain';
import { call } from '../../../lib/calls/api-client.ts';
import { useAtRevision } from '../../../lib/at-revision.ts';

/** Relations of one task as its tab lists them; `revision` asks again after every change of the version. */
export const useRelationsOf = (versionId: number, itemId: number | null, revision: number) =>
  useAtRevision(
    ['relations', versionId, itemId],
    revision,
    (options) => call(api.relations.ofTask, { params: { id: versionId, wbsId: itemId ?? 0 } }, options),
    itemId !== null,
  );

export type TaskRelation = NonNullable<ReturnType<typeof useRelationsOf>['data']>['relations'][number];

/** Relates two tasks of a version. */
export const createRelation = (
  versionId: number,
  relation: { predecessor_id: number; successor_id: number; type: RelationType; lag_minutes: number },
) => call(api.relations.create, { params: { id: versionId }, body: { ...relation, lag_calendar: null } });

export const updateRelation = (versionId: number, relationId: number, change: { type?: RelationType; lag_minutes?: number }) =>
  call(api.relations.update, { params: { id: versionId, relationId }, body: change });

export const removeRelation = (versionId: number, relationId: number) =>
  call(api.relations.remove, { params: { id: versionId, relationId } });
