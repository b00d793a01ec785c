import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { SectionTitle } from '../../../ui/text/text.tsx';
import classes from './action-items.module.css';
import { isPast, useOwnActionItems } from './action-items.queries.ts';

type Props = {
  spaceId: number;
  /** The version in which a work of a schedule is opened; null where none is in reach. */
  versionOf(scheduleId: number): number | null;
};

/** What the person has been asked to do and has not done yet, with the way to the work; nothing where there is none. */
export function OwnActionItems({ spaceId, versionOf }: Props) {
  const { t } = useTranslation();
  const { data } = useOwnActionItems(spaceId);
  if (!data?.items.length) return null;
  return (
    <section className={classes.own} aria-label={t('action_items.own')}>
      <SectionTitle order={1} size="large">
        {t('action_items.own')}
      </SectionTitle>
      <ul className={classes.rows}>
        {data.items.map(({ id, title, schedule_id, schedule_name, row_id, row_code, row_name, due, status }) => {
          const version = versionOf(schedule_id);
          const late = isPast(due);
          const what = (
            <>
              <span className={classes.what}>
                <b>{title}</b>
                <span className={classes.where}>{`${schedule_name} / ${row_code} ${row_name}`}</span>
              </span>
              <span>{t(`action_items.status_${status}`)}</span>
              <span data-late={late || undefined}>{due ? formatLocal(`${due}T00:00`) : ''}</span>
            </>
          );
          const to: string = `/${spaceId}/schedule/${version}`;
          return (
            <li key={id}>
              {version === null ? (
                <span className={classes.row}>{what}</span>
              ) : (
                <Link to={to} search={{ target: String(row_id) }} className={classes.row}>
                  {what}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
