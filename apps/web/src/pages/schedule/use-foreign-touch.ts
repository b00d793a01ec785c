import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { knownUserId } from '../../features/access/users/users.queries.ts';
import { touchOf } from '../../features/planning/presence/presence.model.ts';
import { type ScheduleSession } from '../../features/planning/wbs/wbs.queries.ts';
import { nameOf } from '@gantry/plan-view';
import { showToast } from '../../ui/toasts.tsx';

/** Notifies the person of another person's change to their selected row. */
export function useForeignTouch(session: ScheduleSession | null, itemId: number | null): void {
  const { t } = useTranslation();
  useEffect(() => {
    if (!session || itemId === null) return undefined;
    return session.onForeignEdit(({ author, author_id, diff }) => {
      const touched = author_id === knownUserId() ? undefined : touchOf(diff, itemId);
      const view = session.view();
      if (touched === undefined || !view) return;
      const name = nameOf(view.document, itemId);
      const fields = (touched ?? [])
        .map((field) => t(`column.${field}`, { defaultValue: t(`compare.field_${field}`, { defaultValue: field }) }))
        .join(', ');
      showToast(
        'info',
        touched === null ? t('presence.removed_here', { author, name }) : t('presence.changed_here', { author, name, fields }),
        { id: 'foreign-touch' },
      );
    });
  }, [session, itemId, t]);
}
