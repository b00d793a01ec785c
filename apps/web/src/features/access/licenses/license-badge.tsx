import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DATE_FORMAT, formatInstant } from '../../../lib/dates.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { spaceConfigQuery } from '../users/users.queries.ts';
import { lastMoment, noticeOf } from './licenses.model.ts';
import classes from './license-badge.module.css';

const LOOK_EVERY_MS = 60_000;

/** Says above the page that the licence ends, has ended or has no seat left. What can still be worked with can be closed. */
export function LicenseBadge({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...spaceConfigQuery(spaceId), refetchInterval: LOOK_EVERY_MS });
  const [closed, setClosed] = useState<string | null>(null);
  const notice = data && noticeOf(data.license, data.rights);
  if (!data || !notice || closed === notice.key) return null;
  const values = notice.days === null ? {} : { count: notice.days, date: formatInstant(lastMoment(data.license.expires_at), DATE_FORMAT) };
  return (
    <div className={classes.banner} data-tone={notice.tone} role="status">
      <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
      <span className={classes.text}>{t(notice.key, values)}</span>
      {notice.tone === 'warn' && <IconButton icon={IconX} label={t('ui.close')} onClick={() => setClosed(notice.key)} />}
    </div>
  );
}
