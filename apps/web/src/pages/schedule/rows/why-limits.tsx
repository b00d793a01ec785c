import { rowOf, type ScheduleView } from '@gantry/plan-view';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Limit, limitInWords, limitOf } from '../../../features/planning/wbs/item/wbs.limits.model.ts';
import classes from './why-dialog.module.css';

type Props = {
  document: ScheduleView['document'];
  id: number;
  cause: string;
  /** Takes a limit away; null where the person may not. */
  onClear: ((id: number, end: Limit['end']) => void) | null;
};

const LIMITED_ENDS: Record<string, Limit['end'][]> = {
  start_limit: ['start'],
  finish_limit: ['finish'],
  mandatory: ['start', 'finish'],
};

/** The limits that a date is set by, in words, each with what takes it away. */
export function WhyLimits({ document, id, cause, onClear }: Props) {
  const { t } = useTranslation();
  const row = rowOf(document, 'wbs', id);
  const limits = row ? (LIMITED_ENDS[cause] ?? []).flatMap((end) => limitOf(row, end) ?? []) : [];
  return limits.map((limit) => (
    <p key={limit.end} className={classes.cause}>
      {limitInWords(limit, t)}
      {onClear && (
        <Button size="compact-xs" variant="default" ml={8} onClick={() => onClear(id, limit.end)}>
          {t('why.clear_limit')}
        </Button>
      )}
    </p>
  ));
}
