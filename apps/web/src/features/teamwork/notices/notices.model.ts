import type { Notice } from '@gantry/contract';
import { noticeWords } from '@gantry/domain';
import type { TFunction } from 'i18next';
import { DATE_FORMAT, formatLocal } from '../../../lib/dates.ts';

/** What a notice says: who did what to which work, and to how many more. */
export function noticeText(notice: Notice, t: TFunction): string {
  if (notice.node_id === null) return t('notices.out_of_reach');
  const { key, ...about } = noticeWords(notice);
  return t(key, {
    ...about,
    actor: notice.actor ?? t('notices.somebody'),
    date: formatLocal(notice.date, DATE_FORMAT),
  });
}
