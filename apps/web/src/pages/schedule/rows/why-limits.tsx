import { rowOf, type ScheduleView, titleOf } from '@gantry/plan-view';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Limit, limitInWords, limitOf } from '../../../features/planning/wbs/item/wbs.limits.model.ts';
import { DATE_TIME_FORMAT, formatLocal } from '../../../lib/dates.ts';
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

/** The limits that a date is set by, in words, each with what takes it away; of leveled work, what it waits for. */
export function WhyLimits({ document, id, cause, onClear }: Props) {
  const { t } = useTranslation();
  const row = rowOf(document, 'wbs', id);
  const leveling = cause === 'leveling' ? row?.extra?.leveling?.cause : undefined;
  if (leveling)
    return (
      <p className={classes.cause}>
        {t(leveling.itemIds.length ? `why.leveled_${leveling.kind}` : 'why.leveled_less', {
          resource: rowOf(document, 'resource', leveling.resourceId)?.name ?? '–',
          names: leveling.itemIds.map((item) => t('edits.quoted', { text: titleOf(document, item) })).join(', '),
          until: formatLocal(leveling.until, DATE_TIME_FORMAT),
        })}
      </p>
    );
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
