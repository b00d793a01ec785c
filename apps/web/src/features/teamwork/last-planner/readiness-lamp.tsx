import type { Readiness } from '@gantry/domain';
import { IconCircleCheck, IconClockExclamation, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './last-planner.module.css';

const ICONS = { ready: IconCircleCheck, promised: IconClockExclamation, blocked: IconCircleX } as const;

/** Whether a work can begin, by shape and colour. */
export function ReadinessLamp({ readiness }: { readiness: Readiness }) {
  const { t } = useTranslation();
  const Icon = ICONS[readiness];
  const label = t(`last_planner.readiness_${readiness}`);
  return (
    <span className={classes.lamp} data-readiness={readiness} title={label}>
      <Icon size={16} stroke={1.5} role="img" aria-label={label} />
    </span>
  );
}
