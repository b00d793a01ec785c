import { ppcOf, tmrOf } from '@gantry/domain';
import { Alert, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { Muted } from '../../../ui/text/text.tsx';
import classes from './last-planner.module.css';
import { reasonKey, shareText } from './last-planner.model.ts';
import { useWeekResults, type WeeksPlace } from './last-planner.queries.ts';

const WEEKS = 12;

/** How reliable promises were week by week, and why they were not kept. */
export function WeekResults({ place }: { place: WeeksPlace }) {
  const { t } = useTranslation();
  const { data, error } = useWeekResults(place, WEEKS);
  if (error) return <Alert color="red">{refusalText(error, t)}</Alert>;
  if (!data) return <Skeleton h={200} />;
  if (!data.weeks.length) return <Muted>{t('last_planner.no_results')}</Muted>;
  // A week that still runs would lower what is known of those that are over.
  const closed = data.weeks.filter((one) => one.closed);
  const sum = (closed.length ? closed : data.weeks).reduce(
    (all, one) => ({ made: all.made + one.made, kept: all.kept + one.kept, due: all.due + one.due, ready: all.ready + one.ready }),
    { made: 0, kept: 0, due: 0, ready: 0 },
  );
  const most = Math.max(...data.reasons.map(({ count }) => count), 1);
  return (
    <div className={classes.results}>
      <section aria-label={t('last_planner.by_week')}>
        <dl className={classes.sums}>
          <div title={t('last_planner.ppc_hint')}>
            <dt>{t('last_planner.ppc')}</dt>
            <dd>{shareText(ppcOf(sum))}</dd>
          </div>
          <div title={t('last_planner.tmr_hint')}>
            <dt>{t('last_planner.tmr')}</dt>
            <dd>{shareText(tmrOf(sum))}</dd>
          </div>
        </dl>
        <table className={classes.table} aria-label={t('last_planner.by_week')}>
          <thead>
            <tr>
              <th scope="col">{t('last_planner.week')}</th>
              <th scope="col" className={classes.number}>
                {t('last_planner.kept_of_made')}
              </th>
              <th scope="col" className={classes.bars}>
                {t('last_planner.ppc')}
              </th>
              <th scope="col" className={classes.number}>
                {t('last_planner.ready_of_due')}
              </th>
              <th scope="col" className={classes.number}>
                {t('last_planner.tmr')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.weeks.map((one) => (
              <tr key={one.week}>
                <td>
                  {formatLocal(`${one.week}T00:00`)}
                  {!one.closed && <span className={classes.quiet}> · {t('last_planner.running')}</span>}
                </td>
                <td className={classes.number}>
                  {one.kept} / {one.made}
                </td>
                <td className={classes.bars}>
                  <span className={classes.bar} style={{ ['--share' as string]: ppcOf(one) ?? 0 }}>
                    {shareText(ppcOf(one))}
                  </span>
                </td>
                <td className={classes.number}>
                  {one.ready} / {one.due}
                </td>
                <td className={classes.number}>{shareText(tmrOf(one))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section aria-label={t('last_planner.pareto')}>
        <h3 className={classes.title}>{t('last_planner.pareto')}</h3>
        {!data.reasons.length && <Muted>{t('last_planner.no_reasons_yet')}</Muted>}
        <ol className={classes.pareto}>
          {data.reasons.map(({ reason, count, upTo }) => {
            const key = reasonKey(reason);
            return (
              <li key={reason}>
                <span>{key === null ? reason : t(key)}</span>
                <span className={classes.bar} data-reason style={{ ['--share' as string]: count / most }}>
                  {count}
                </span>
                <span className={classes.number}>{shareText(upTo)}</span>
              </li>
            );
          })}
        </ol>
      </section>
    </div>
  );
}
