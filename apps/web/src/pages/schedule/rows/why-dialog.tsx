import { formatMinute, type Minute, NO_DATE } from '@gantry/domain';
import { Loader, Modal, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ScheduleSession, useExplanation } from '../../../features/planning/wbs/wbs.queries.ts';
import type { Limit } from '../../../features/planning/wbs/item/wbs.limits.model.ts';
import { type ScheduleView, titleOf } from '@gantry/plan-view';
import { DATE_TIME_FORMAT, formatLocal } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import classes from './why-dialog.module.css';
import { WhyLimits } from './why-limits.tsx';

type Props = {
  session: ScheduleSession;
  view: ScheduleView;
  dataDate: Minute | null;
  /** The row whose start is asked about; null = closed. */
  itemId: number | null;
  calculated: boolean;
  /** Takes a limit away; null where the person may not. */
  onClear: ((itemId: number, end: Limit['end']) => void) | null;
  onOpen(itemId: number): void;
  onClose(): void;
};

const SHOWN = 300;
const MINUTES_PER_HOUR = 60;

const moment = (value: Minute): string => (value === NO_DATE ? '–' : formatLocal(formatMinute(value), DATE_TIME_FORMAT));

/** Why a row starts when it starts: relation by relation back to the date that nothing drives. */
export function WhyDialog({ session, view, dataDate, itemId, calculated, onClear, onOpen, onClose }: Props) {
  const { t } = useTranslation();
  const { data } = useExplanation(session, dataDate, itemId);
  const name = (id: number): string => titleOf(view.document, id);
  const days = (minutes: number, id: number): string => {
    const perDay = view.times.minutesPerDay(view.rows.calendar?.[view.rowOfId.get(id) ?? 0] ?? 0);
    return formatNumber(Math.abs(minutes) / perDay, { decimals: minutes % perDay ? 2 : 0 });
  };
  const [first] = data ?? [];
  return (
    <Modal opened={itemId !== null} onClose={onClose} title={t('why.title')} size={640}>
      {!data && itemId !== null && (
        <div role="status" aria-label={t('why.working')}>
          <Loader size={24} />
        </div>
      )}
      {first && (
        <Text size="sm" mb="xs">
          {t('why.of', { name: name(first.itemId), start: moment(first.start) })}
        </Text>
      )}
      {first && !calculated && (
        <Text size="xs" c="var(--gantry-warn)" mb="xs">
          {t('why.not_calculated')}
        </Text>
      )}
      <ol className={classes.chain} aria-label={t('why.title')}>
        {data?.slice(0, SHOWN).map(({ itemId: id, start, finish, cause, by, waits, begun, scenario }) => (
          <li key={id}>
            <div className={classes.item}>
              <UnstyledButton
                className={classes.name}
                onClick={() => {
                  onClose();
                  onOpen(id);
                }}
              >
                {name(id)}
              </UnstyledButton>
              <span className={classes.dates}>{t('why.item', { start: moment(start), finish: moment(finish) })}</span>
            </div>
            <p className={classes.cause}>
              {by
                ? [
                    t('why.by', { type: by.type.toUpperCase(), name: name(by.predecessorId), leaves: moment(by.leaves) }),
                    ...(by.lagMinutes
                      ? [
                          t(by.lagMinutes > 0 ? 'why.lag' : 'why.lead', {
                            days: days(by.lagMinutes, by.predecessorId),
                            arrives: moment(by.arrives),
                          }),
                        ]
                      : []),
                    t('why.asks', { asks: moment(by.asks) }),
                    ...(waits ? [t('why.waits', { hours: formatNumber(waits / MINUTES_PER_HOUR, { decimals: 1 }) })] : []),
                  ].join('; ')
                : t(`why.cause_${cause}`)}
            </p>
            <WhyLimits document={view.document} id={id} cause={cause} onClear={onClear} />
            {begun && !begun.isDone && (
              <p className={classes.cause}>
                {t('why.begun', {
                  start: moment(begun.actualStart),
                  days: days(begun.remainingMinutes, id),
                  scenario: scenario === null ? t('timetable.scenario_none') : t(`timetable.scenario_${scenario}`),
                })}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Modal>
  );
}
