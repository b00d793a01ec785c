import type { Shift } from '@gantry/domain';
import { IconStarFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import { weekFigures } from './calendars.model.ts';
import classes from './calendar-list.module.css';

/** A calendar as the list of a place shows it. */
export type ListedCalendar = { id: number; name: string; week: Shift[][]; seriesCount: number; isDefault: boolean; note: string };

type Props = {
  calendars: readonly ListedCalendar[];
  selected: number | null;
  empty: string;
  onSelect(id: number): void;
  children?: ReactNode;
};

/** The calendars of a place, to choose one. */
export function CalendarList({ calendars, selected, empty, onSelect, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.list}>
      {children}
      {calendars.length === 0 && <p className={classes.empty}>{empty}</p>}
      <ul className={classes.items}>
        {calendars.map((calendar) => {
          const { days, hours } = weekFigures(calendar.week);
          return (
            <li key={calendar.id}>
              <button type="button" className={classes.item} aria-current={calendar.id === selected} onClick={() => onSelect(calendar.id)}>
                <span className={classes.name}>
                  {calendar.name}
                  {calendar.isDefault && <IconStarFilled size={11} aria-label={t('calendars.default')} />}
                </span>
                <span className={classes.facts}>
                  {t('calendars.figures', { days, hours: formatNumber(hours, { decimals: Number.isInteger(hours) ? 0 : 1 }) })}
                  {calendar.seriesCount > 0 && ` · ${t('calendars.days_apart', { count: calendar.seriesCount })}`}
                </span>
                {calendar.note && <span className={classes.facts}>{calendar.note}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
