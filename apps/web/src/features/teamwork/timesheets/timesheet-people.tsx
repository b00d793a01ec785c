import { Loader, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLocal, localToday } from '../../../lib/dates.ts';
import { Muted } from '../../../ui/text/text.tsx';
import { daysOfWeek, hoursText, weekOf } from './timesheets.model.ts';
import classes from './timesheets.module.css';
import { useTimesheetPeople } from './timesheets.queries.ts';
import { WeekSwitch } from './week-switch.tsx';

type Props = { spaceId: number; place: { nodeId: number; versionId: number } };

const HOURS = ['expected', 'reported', 'approved', 'elsewhere'] as const;

/** People of a schedule in a week: what they should have worked, what they wrote down and the days that miss. */
export function TimesheetPeople({ spaceId, place }: Props) {
  const { t } = useTranslation();
  const [monday, setMonday] = useState(() => weekOf(localToday()));
  const { data } = useTimesheetPeople(spaceId, place, { from: monday, to: daysOfWeek(monday)[6] });
  return (
    <section className={classes.panel} aria-label={t('timesheets.people')}>
      <WeekSwitch monday={monday} onChange={setMonday} />
      {!data && <Loader size="sm" />}
      {data && !data.people.length && <Muted>{t('timesheets.nobody_yet')}</Muted>}
      {data && data.people.length > 0 && (
        <div className={classes.scroll}>
          <table className={`${classes.grid} ${classes.people}`} aria-label={t('timesheets.people')}>
            <thead>
              <tr>
                <th scope="col">{t('timesheets.who')}</th>
                {[...HOURS, 'missing'].map((name) => (
                  <th key={name} scope="col">
                    {t(`timesheets.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.people.map(({ user_id, name, missing, ...minutes }) => (
                <tr key={user_id}>
                  <th scope="row">{name}</th>
                  {HOURS.map((of) => (
                    <td key={of} className={classes.sum} data-label={t(`timesheets.${of}`)}>
                      {hoursText(minutes[of])}
                    </td>
                  ))}
                  <td className={classes.sum} data-label={t('timesheets.missing')} data-missing={missing.length > 0 || undefined}>
                    <Tooltip disabled={!missing.length} label={missing.map((day) => formatLocal(`${day}T00:00`, 'DD.MM')).join(', ')}>
                      <span>{missing.length}</span>
                    </Tooltip>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
