import { Button, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconTimeline } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MessagePage } from '../../../ui/text/message-page.tsx';
import classes from '../schedule-page.module.css';

/** There is no such schedule, or it has no version yet. */
export function NoVersion({ spaceId, scheduleId }: { spaceId: number; scheduleId: number | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <MessagePage
      icon={IconTimeline}
      title={t(scheduleId === null ? 'schedule.not_found' : 'schedule.without_versions')}
      actions={<Button onClick={() => void navigate({ to: `/${spaceId}` })}>{t('schedule.to_structure')}</Button>}
    >
      <p>{t(scheduleId === null ? 'schedule.not_found_hint' : 'schedule.without_versions_hint')}</p>
    </MessagePage>
  );
}

/** The version could not be read. */
export function NotLoaded({ reason, onRetry }: { reason: string; onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <MessagePage
      icon={IconAlertTriangle}
      title={t('schedule.not_loaded')}
      actions={<Button onClick={onRetry}>{t('shell.try_again')}</Button>}
    >
      <p>{t(reason)}</p>
    </MessagePage>
  );
}

/** A version without rows; null = the person may not add one. */
export function NoRows({ onFirst }: { onFirst: (() => void) | null }) {
  const { t } = useTranslation();
  return (
    <MessagePage
      icon={IconTimeline}
      title={t('schedule.empty')}
      actions={onFirst && <Button onClick={onFirst}>{t('schedule.first_task')}</Button>}
    >
      <p>{t('schedule.empty_hint')}</p>
    </MessagePage>
  );
}

/** Shown where reading takes long enough to be noticed. */
export function Loading() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 150);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <div className={classes.page}>
      <div className={classes.chart}>
        <div className={classes.loading}>
          <div>
            <Text size="sm">{t('schedule.loading')}</Text>
            <Progress value={100} animated w={240} mt={8} aria-label={t('schedule.loading')} />
          </div>
        </div>
      </div>
    </div>
  );
}
