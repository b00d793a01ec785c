import { Alert, Button, Skeleton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { dayAfter, formatLocal, localToday } from '../../../lib/dates.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { Muted } from '../../../ui/text/text.tsx';
import classes from './last-planner.module.css';
import { mondayOf, shareText } from './last-planner.model.ts';
import { useAhead, useWeeklyPlan, type WeeksPlace } from './last-planner.queries.ts';
import { WeekOffers } from './week-offers.tsx';
import { WeekPromises } from './week-promises.tsx';

type Props = { place: WeeksPlace; week: string; onWeek(week: string): void };

const DAYS_A_WEEK = 7;
const FEWEST_WEEKS = 3;

/** The plan of a week: what is promised and what of it is done, and what may be promised yet. */
export function WeekPlan({ place, week, onWeek }: Props) {
  const { t } = useTranslation();
  const { data: plan, error } = useWeeklyPlan(place, week);
  const { data: ahead } = useAhead(place, FEWEST_WEEKS, week);
  const now = mondayOf(localToday());
  const promised = new Set(plan?.commitments.map((one) => one.row_id));
  const offered = ahead?.works.filter((work) => work.due[0] && !promised.has(work.row_id)) ?? [];
  const kept = plan?.commitments.filter((one) => one.kept).length ?? 0;
  return (
    <>
      <div className={classes.line}>
        <IconButton size="sm" icon={IconChevronLeft} label={t('timesheets.before')} onClick={() => onWeek(dayAfter(week, -DAYS_A_WEEK))} />
        <b>{t('last_planner.week_of', { date: formatLocal(`${week}T00:00`) })}</b>
        <IconButton size="sm" icon={IconChevronRight} label={t('timesheets.after')} onClick={() => onWeek(dayAfter(week, DAYS_A_WEEK))} />
        {week !== now && (
          <Button size="compact-xs" variant="subtle" onClick={() => onWeek(now)}>
            {t('timesheets.this_week')}
          </Button>
        )}
        {plan && (
          <span className={classes.note} role="status">
            {t(`last_planner.state_${plan.state}`)} ·{' '}
            {t('last_planner.figures', { due: plan.due, ready: plan.ready, made: plan.commitments.length })}
            {plan.begun && plan.commitments.length > 0 && ` · ${t('last_planner.ppc')} ${shareText(kept / plan.commitments.length)}`}
          </span>
        )}
      </div>
      {error && <Alert color="red">{refusalText(error, t)}</Alert>}
      {!plan && !error && <Skeleton h={200} />}
      {plan && !plan.counted && <Muted>{t('last_planner.not_counted')}</Muted>}
      {plan && plan.commitments.length > 0 && <WeekPromises place={place} plan={plan} />}
      {plan && plan.state !== 'closed' && plan.may_approve && ahead && (
        <>
          <h3 className={classes.title}>{t('last_planner.offers')}</h3>
          <WeekOffers key={week} place={place} week={week} works={offered} />
        </>
      )}
      {plan && !plan.commitments.length && !plan.may_approve && plan.counted && <Muted>{t('last_planner.nothing_promised')}</Muted>}
    </>
  );
}
