import { type Flow, measuresOf } from '@gantry/plan-view';
import { NumberInput, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import type { FlowFacts, OpenAct, Planned } from './flow-facts.ts';
import { crewsOfTakt, isNothing } from './flow-facts.ts';
import classes from './flow-acts.module.css';
import { FlowPreview } from './flow-preview.tsx';

type Props = {
  act: OpenAct;
  flow: Flow;
  facts: FlowFacts;
  plan: Planned;
  /** The cyclogram as the act would leave it. */
  tried: Flow | null;
  nameOfWork(id: number): string;
  onChange(act: OpenAct): void;
  onApply(): void;
  onCancel(): void;
};

const DEFAULT_TAKT_DAYS = 5;
/** The most lines whose crews are named. */
const MOST_LINES = 12;

/** The act in hand with its settings: rates brought to one pace, a work in two, places in another order. */
export function FlowActPanel({ act, flow, facts, plan, tried, nameOfWork, onChange, onApply, onCancel }: Props) {
  const { t } = useTranslation();
  const minutes = new Map(plan.change.works.map(({ id, durationMinutes }) => [id, durationMinutes]));
  const refused = [
    ...plan.kept.map(({ id, because }) => `${nameOfWork(id)}: ${t(`cyclogram.kept_${because}`)}`),
    ...plan.left.map((line) => `${flow.lines[line]}: ${t('cyclogram.kept_uneven')}`),
  ];
  const nothing = isNothing(plan.change);
  const days = (worked: number): string => {
    const count = worked / facts.dayMinutes;
    return formatNumber(count, { decimals: Number.isInteger(count) ? 0 : 1 });
  };
  return (
    <FlowPreview
      title={act.kind === 'split' ? t('cyclogram.split_of', { name: nameOfWork(act.id) }) : t(`cyclogram.act_${act.kind}`)}
      today={measuresOf(flow, (id) => facts.peopleOf(id))}
      after={tried && !nothing ? measuresOf(tried, (id) => facts.peopleOf(id, minutes.get(id))) : null}
      refused={refused}
      nothing={nothing}
      onApply={onApply}
      onCancel={onCancel}
    >
      {act.kind === 'balance' && (
        <>
          <SegmentedControl
            size="xs"
            aria-label={t('cyclogram.balance_to')}
            value={act.taktDays === null ? 'slowest' : 'takt'}
            data={[
              { value: 'slowest', label: t('cyclogram.to_slowest') },
              { value: 'takt', label: t('cyclogram.to_takt') },
            ]}
            onChange={(value) => onChange({ kind: 'balance', taktDays: value === 'takt' ? DEFAULT_TAKT_DAYS : null })}
          />
          {act.taktDays === null ? (
            plan.balance && <p>{t('cyclogram.pace_of_slowest', { days: days(plan.balance.pace) })}</p>
          ) : (
            <NumberInput
              size="xs"
              w={150}
              label={t('cyclogram.takt_days')}
              min={0.5}
              max={250}
              step={0.5}
              value={act.taktDays}
              onChange={(value) => typeof value === 'number' && value > 0 && onChange({ kind: 'balance', taktDays: value })}
            />
          )}
          {act.taktDays !== null && (
            <ul className={classes.crews} aria-label={t('cyclogram.crews_at_takt')}>
              {crewsOfTakt(flow, facts, act.taktDays)
                .slice(0, MOST_LINES)
                .map(({ line, crews, gang, spanDays }) => (
                  <li key={line}>
                    {t('cyclogram.crews_of_line', {
                      line: flow.lines[line],
                      crews,
                      gang,
                      days: formatNumber(spanDays, { decimals: Number.isInteger(spanDays) ? 0 : 1 }),
                    })}
                  </li>
                ))}
            </ul>
          )}
        </>
      )}
      {act.kind === 'split' && (
        <>
          <SegmentedControl
            size="xs"
            aria-label={t('cyclogram.split_as')}
            value={act.as}
            data={[
              { value: 'works', label: t('cyclogram.split_works') },
              { value: 'lag', label: t('cyclogram.split_lag') },
            ]}
            onChange={(value) => onChange({ ...act, as: value })}
          />
          {act.as === 'works' && (
            <NumberInput
              size="xs"
              w={150}
              label={t('cyclogram.first_share')}
              min={1}
              max={99}
              value={act.share}
              onChange={(value) => typeof value === 'number' && value >= 1 && value <= 99 && onChange({ ...act, share: value })}
            />
          )}
          <NumberInput
            size="xs"
            w={150}
            label={t('cyclogram.gap_days')}
            min={0}
            max={1000}
            value={act.gapDays}
            onChange={(value) => typeof value === 'number' && value >= 0 && onChange({ ...act, gapDays: value })}
          />
        </>
      )}
      {act.kind === 'reorder' && <p>{act.order.map((place) => flow.places[place]).join(' → ')}</p>}
    </FlowPreview>
  );
}
