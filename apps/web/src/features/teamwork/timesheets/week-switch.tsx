import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { dayAfter, formatLocal, localToday } from '../../../lib/dates.ts';
import { ordinal, weekNumber } from '../../../lib/texts/ordinals.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { weekOf } from './timesheets.model.ts';
import classes from './timesheets.module.css';

type Props = { monday: string; onChange(monday: string): void };

/** The week that is shown, and the ways to the one before, the one after and this one. */
export function WeekSwitch({ monday, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const now = weekOf(localToday());
  return (
    <div className={classes.week}>
      <IconButton size="sm" icon={IconChevronLeft} label={t('timesheets.before')} onClick={() => onChange(dayAfter(monday, -7))} />
      <span>
        {t('timesheets.week', {
          week: ordinal(weekNumber(monday), 'week', i18n.language),
          date: formatLocal(`${monday}T00:00`),
        })}
      </span>
      <IconButton size="sm" icon={IconChevronRight} label={t('timesheets.after')} onClick={() => onChange(dayAfter(monday, 7))} />
      {monday !== now && (
        <Button size="compact-xs" variant="subtle" onClick={() => onChange(now)}>
          {t('timesheets.this_week')}
        </Button>
      )}
    </div>
  );
}
