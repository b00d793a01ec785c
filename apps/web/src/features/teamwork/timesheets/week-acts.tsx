import { Button } from '@mantine/core';
import { IconCopy, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Submits the open lines of a week, and copies the week before. */
export function WeekActs({ open, busy, onSubmit, onCopy }: { open: number; busy: boolean; onSubmit: () => void; onCopy: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Button
        size="compact-sm"
        disabled={!open}
        loading={busy}
        title={t('timesheets.submit_hint')}
        leftSection={<IconSend size={14} stroke={1.5} />}
        onClick={onSubmit}
      >
        {t('timesheets.submit', { count: open })}
      </Button>
      <Button size="compact-sm" variant="default" leftSection={<IconCopy size={14} stroke={1.5} />} onClick={onCopy}>
        {t('timesheets.copy_week')}
      </Button>
    </>
  );
}
