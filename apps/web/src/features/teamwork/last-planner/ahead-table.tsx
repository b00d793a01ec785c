import type { WorkAhead } from '@gantry/contract';
import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { unitText } from '../../../ui/text/unit-text.ts';
import classes from './last-planner.module.css';
import { amountText } from './last-planner.model.ts';
import { ReadinessLamp } from './readiness-lamp.tsx';

type Props = {
  weeks: readonly string[];
  works: readonly WorkAhead[];
  total: number;
  /** The work whose roadblocks stand beside the table. */
  chosen: number | null;
  addressOf(itemId: number): string;
  onChoose(itemId: number): void;
};

/** Works of the next weeks: can they begin, when they take place, how much of them is planned. */
export function AheadTable({ weeks, works, total, chosen, addressOf, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('last_planner.ahead')}>
      <table className={classes.table} aria-label={t('last_planner.ahead')}>
        <thead>
          <tr>
            <th scope="col" className={classes.lamps} aria-label={t('last_planner.readiness')} />
            <th scope="col">{t('last_planner.work')}</th>
            <th scope="col">{t('last_planner.roadblocks')}</th>
            <th scope="col">{t('last_planner.executor')}</th>
            <th scope="col">{t('last_planner.unit')}</th>
            {weeks.map((week) => (
              <th
                key={week}
                scope="col"
                className={classes.number}
                title={t('last_planner.week_of', { date: formatLocal(`${week}T00:00`) })}
              >
                {formatLocal(`${week}T00:00`, 'DD.MM')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {works.map((work) => (
            <tr key={work.row_id} aria-selected={work.row_id === chosen}>
              <td>
                <ReadinessLamp readiness={work.readiness} />
              </td>
              <td className={classes.name}>
                <Anchor component={Link} to={addressOf(work.row_id)} inherit title={`${work.row_code} ${work.row_name}`}>
                  {`${work.row_code} ${work.row_name}`.trim()}
                </Anchor>
              </td>
              <td>
                <Button
                  size="compact-xs"
                  variant={work.row_id === chosen ? 'light' : 'subtle'}
                  aria-pressed={work.row_id === chosen}
                  aria-label={t('last_planner.roadblocks_of', { count: work.roadblocks, name: work.row_name })}
                  onClick={() => onChoose(work.row_id)}
                >
                  {work.roadblocks || '+'}
                </Button>
              </td>
              <td className={classes.quiet}>{work.executor}</td>
              <td className={classes.quiet}>{unitText(work, t)}</td>
              {weeks.map((week, at) => {
                const planned = work.planned[at];
                return (
                  <td
                    key={week}
                    className={classes.number}
                    data-due={work.due[at] || undefined}
                    aria-label={work.due[at] && planned === null ? t('last_planner.takes_place') : undefined}
                  >
                    {planned === null ? '' : amountText(planned)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {total > works.length && <p className={classes.note}>{t('last_planner.more', { shown: works.length, total })}</p>}
    </div>
  );
}
