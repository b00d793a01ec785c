import { daysBetween, type FlowMeasures } from '@gantry/plan-view';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import { shortDate } from '../../../ui/gantt/labels.ts';
import classes from './flow-acts.module.css';

type Props = {
  title: string;
  today: FlowMeasures;
  /** Null while it is calculated, or where nothing would change. */
  after: FlowMeasures | null;
  /** What of the act is refused, in words. */
  refused: readonly string[];
  nothing: boolean;
  children?: ReactNode;
  onApply(): void;
  onCancel(): void;
};

const MOST_REFUSED = 6;

/** An act before it is applied: what it comes to beside what stands today, and what is left as it is. Enter applies, Escape leaves. */
export function FlowPreview({ title, today, after, refused, nothing, children, onApply, onCancel }: Props) {
  const { t } = useTranslation();
  const signed = (difference: number, decimals = 0): string =>
    difference === 0 ? '–' : `${difference > 0 ? '+' : '−'}${formatNumber(Math.abs(difference), { decimals })}`;
  const people = (count: number): string => formatNumber(count, { decimals: Number.isInteger(count) ? 0 : 1 });
  const rows: [string, string, string | null, string | null][] = [
    [
      t('cyclogram.ends'),
      shortDate(today.finish),
      after && shortDate(after.finish),
      after && t('cyclogram.days_more', { days: signed(daysBetween(today.finish, after.finish)) }),
    ],
    [t('cyclogram.people_peak'), people(today.people), after && people(after.people), after && signed(after.people - today.people, 1)],
    [
      t('cyclogram.idle_days'),
      formatNumber(today.idleDays, { decimals: 0 }),
      after && formatNumber(after.idleDays, { decimals: 0 }),
      after && signed(after.idleDays - today.idleDays),
    ],
    [
      t('cyclogram.finding_place_clash'),
      String(today.clashes),
      after && String(after.clashes),
      after && signed(after.clashes - today.clashes),
    ],
  ];
  return (
    <form
      className={classes.room}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        if (!nothing) onApply();
      }}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <div className={classes.asked}>
        <h2>{title}</h2>
        {children}
        <span className={classes.ends}>
          <Button size="xs" type="submit" disabled={nothing || !after}>
            {t('cyclogram.apply')}
          </Button>
          <Button size="xs" variant="default" onClick={onCancel}>
            {t('cyclogram.leave')}
          </Button>
        </span>
      </div>
      <table className={classes.measures} aria-live="polite">
        <thead>
          <tr>
            <td />
            <th scope="col">{t('cyclogram.today')}</th>
            <th scope="col">{t('cyclogram.after')}</th>
            <th scope="col">{t('cyclogram.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, before, then, difference]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{before}</td>
              <td>{then ?? (nothing ? '–' : '…')}</td>
              <td>{difference ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.refused}>
        {nothing && <p>{t('cyclogram.nothing_changes')}</p>}
        {refused.length > 0 && (
          <>
            <h3>{t('cyclogram.left_alone', { count: refused.length })}</h3>
            <ul>
              {refused.slice(0, MOST_REFUSED).map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
            {refused.length > MOST_REFUSED && <p>{t('cyclogram.and_more', { count: refused.length - MOST_REFUSED })}</p>}
          </>
        )}
      </div>
    </form>
  );
}
