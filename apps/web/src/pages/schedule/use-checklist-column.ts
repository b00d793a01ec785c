import { attachColumns, type OutsideColumn, type ScheduleView, valueOf } from '@gantry/plan-view';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { knownUserId } from '../../features/access/users/users.queries.ts';
import { useChecklistCounts } from '../../features/teamwork/checklists/checklists.queries.ts';
import { touchOf } from '../../features/planning/presence/presence.model.ts';
import type { ScheduleSession } from '../../features/planning/wbs/wbs.queries.ts';
import { showToast } from '../../ui/toasts.tsx';

const NONE: readonly OutsideColumn[] = [];

/**
 * How much of the checklists of each row is done, as a column of the grid. A row that is completed while required items are open is
 * named: the plan does not know of them.
 */
export function useChecklistColumn(
  spaceId: number,
  scheduleId: number | null,
  session: ScheduleSession | null,
  view: ScheduleView | null,
): readonly OutsideColumn[] {
  const { t } = useTranslation();
  const counts = useChecklistCounts(spaceId, scheduleId, session?.versionId ?? null);
  const document = view?.document ?? null;
  const columns = useMemo<readonly OutsideColumn[]>(
    () =>
      counts
        ? [
            {
              id: 'checklists',
              cells: new Map(counts.map(({ wbs_id, done, count }) => [wbs_id, t('checklists.done_short', { done, count })])),
            },
          ]
        : NONE,
    [counts, t],
  );
  if (document) attachColumns(document, columns);

  const completed = useRef<ReadonlySet<number> | null>(null);
  useEffect(() => {
    if (!session || !document) return;
    const isCompleted = (id: number): boolean => valueOf(document, 'wbs', id, 'status') === 'completed';
    const open = (counts ?? []).filter(({ required_open }) => required_open > 0);
    completed.current = new Set(open.map(({ wbs_id }) => wbs_id).filter(isCompleted));
    // Whoever completes a row is told, not everybody who looks on.
    const leave = session.onForeignEdit(({ author_id, diff }) => {
      if (author_id === knownUserId()) return;
      const touched = open.map(({ wbs_id }) => wbs_id).filter((id) => touchOf(diff, id) !== undefined);
      completed.current = new Set([...(completed.current ?? []), ...touched]);
    });
    const stop = session.onPatch(() => {
      for (const { wbs_id, required_open } of open) {
        if (!isCompleted(wbs_id) || completed.current?.has(wbs_id)) continue;
        completed.current = new Set([...(completed.current ?? []), wbs_id]);
        const name = valueOf(document, 'wbs', wbs_id, 'name') ?? '';
        showToast('warn', t('checklists.completed_open', { name, count: required_open }), { id: `checklists-${wbs_id}` });
      }
    });
    return () => {
      leave();
      stop();
    };
  }, [session, document, counts, t]);
  return columns;
}
