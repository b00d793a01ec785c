import { VALIDITY } from '@gantry/domain';
import { Popover, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ProjectRows } from '../../features/planning/gwbs/gwbs.grid.queries.ts';
import { ValidityBadge } from '../../features/structure/eps/validity-badge.tsx';
import classes from './invalid-schedules.module.css';

/** How many schedules show dates that do not hold; which and why opens by a click. */
export function InvalidSchedules({ schedules }: { schedules: ProjectRows['schedules'] }) {
  const { t } = useTranslation();
  const invalid = schedules.filter(({ validity }) => validity === VALIDITY.notValid);
  if (!invalid.length) return null;
  return (
    <Popover position="top-start" withArrow trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.invalid}>{t('gwbs.not_valid', { count: invalid.length })}</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={classes.list} aria-label={t('timetable.validity')}>
          {invalid.map((schedule) => (
            <li key={schedule.id}>
              {schedule.name} · {schedule.version_name}
              <br />
              <ValidityBadge version={schedule} />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
