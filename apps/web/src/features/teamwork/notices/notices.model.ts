import type { Notice } from '@gantry/contract';
import type { TFunction } from 'i18next';
import { DATE_FORMAT, formatLocal } from '../../../lib/dates.ts';

/** What a notice says: who did what to which work, and to how many more. */
export function noticeText(notice: Notice, t: TFunction): string {
  if (notice.node_id === null) return t('notices.out_of_reach');
  const work = notice.row_name === null ? (notice.node_name ?? '') : `${notice.row_code ?? ''} ${notice.row_name}`.trim();
  return t(`notices.kind_${notice.kind}${notice.count > 1 ? '_more' : ''}`, {
    actor: notice.actor ?? t('notices.somebody'),
    work,
    rest: notice.count - 1,
    date: formatLocal(notice.date, DATE_FORMAT),
  });
}
