import { api, type Edited } from '@gantry/contract';
import type { LinkSide, RelationType } from '@gantry/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { useAtRevision } from '../../../lib/at-revision.ts';
import { usePush } from '../../../lib/push/push.ts';

/** Relations of a version to items of other schedules, asked again when either end changes. */
export function useLinks(versionId: number, scheduleId: number | null, revision: number) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: ['links', versionId] });
  usePush('links_changed', ({ version_id }) => version_id === versionId && refresh());
  return useAtRevision(
    ['links', versionId],
    revision,
    (options) => call(api.links.list, { params: { id: scheduleId ?? 0 }, query: { version_id: versionId } }, options),
    scheduleId !== null,
  );
}

/** Tasks of another version whose code or name has the text in it, the first few of them. */
export function useTasksOf(versionId: number | null, text: string) {
  const wanted = text.trim();
  return useQuery({
    queryKey: ['tasks-of', versionId, wanted],
    queryFn: async ({ signal }) => {
      const like = (['code', 'name'] as const).map((column) => ({ column, operator: 'like' as const, value: wanted }));
      const conditions = [
        { column: 'type', operator: 'ne' as const, value: 'sum' },
        { join: 'or' as const, conditions: like },
      ];
      const body = { join: 'and' as const, conditions, limit: 20 };
      const { items } = await call(api.wbs.filter, { params: { id: versionId as number }, body }, { signal, quiet: true });
      return items as { id: number; code: string; name: string }[];
    },
    enabled: versionId !== null && wanted !== '',
    placeholderData: (before) => before,
    staleTime: 10_000,
  });
}

type NewLink = { version_id: number; item_id: number; side: LinkSide; other_version_id: number; other_item_id: number; type: RelationType };

/** An edit of a link; the other version may store it. */
type LinkEdit = () => Promise<Edited & { version_id: number }>;

export const createLink =
  (link: NewLink): LinkEdit =>
  () =>
    call(api.links.create, { body: link });

export const updateLink =
  (id: string, change: { type?: RelationType; lag_minutes?: number }): LinkEdit =>
  () =>
    call(api.links.update, { params: { id }, body: change });

export const removeLink =
  (id: string): LinkEdit =>
  () =>
    call(api.links.remove, { params: { id } });
