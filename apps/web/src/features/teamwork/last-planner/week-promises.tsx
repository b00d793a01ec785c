import type { Commitment, WeeklyPlan } from '@gantry/contract';
import { Button, NativeSelect } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { unitText } from '../../../ui/text/unit-text.ts';
import classes from './last-planner.module.css';
import { amountText, reasonKey } from './last-planner.model.ts';
import { useWeekActs, type WeeksPlace } from './last-planner.queries.ts';

type Props = { place: WeeksPlace; plan: WeeklyPlan };

/** Promises of a week: what of each is done, and why not where it is not. */
export function WeekPromises({ place, plan }: Props) {
  const { t } = useTranslation();
  const acts = useWeekActs(place);
  const ignore = (): undefined => undefined;
  const open = plan.commitments.filter(({ kept, reason }) => !kept && reason === null).length;
  return (
    <>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('last_planner.promises')}>
        <table className={classes.table} aria-label={t('last_planner.promises')}>
          <thead>
            <tr>
              <th scope="col" className={classes.lamps} aria-label={t('last_planner.kept')} />
              <th scope="col">{t('last_planner.work')}</th>
              <th scope="col" className={classes.number}>
                {t('last_planner.done_of')}
              </th>
              <th scope="col">{t('last_planner.unit')}</th>
              <th scope="col">{t('last_planner.last_day')}</th>
              <th scope="col">{t('last_planner.who')}</th>
              <th scope="col">{t('last_planner.reason')}</th>
              <th scope="col" aria-label={t('last_planner.withdraw')} />
            </tr>
          </thead>
          <tbody>
            {plan.commitments.map((one) => (
              <tr key={one.id}>
                <td>
                  <KeptMark one={one} settled={plan.over || plan.state === 'closed'} />
                </td>
                <td className={classes.name} title={`${one.row_code} ${one.row_name}`}>
                  {`${one.row_code} ${one.row_name}`.trim()}
                  {one.overridden && <span className={classes.beneath}>{t('last_planner.overridden')}</span>}
                </td>
                <td className={classes.number}>
                  {amountText(one.done)} / {amountText(one.quantity)}
                </td>
                <td className={classes.quiet}>{unitText(one, t)}</td>
                <td className={classes.quiet}>{formatLocal(`${one.last_day}T00:00`)}</td>
                <td className={classes.quiet}>{one.name}</td>
                <td className={classes.why}>
                  {plan.begun && !one.kept && <Reason one={one} reasons={plan.reasons} onAnswer={acts.answer} />}
                </td>
                <td>
                  {plan.may_approve && !plan.begun && plan.state !== 'closed' && (
                    <Button size="compact-xs" variant="subtle" onClick={() => void acts.withdraw(one.id).catch(ignore)}>
                      {t('last_planner.withdraw')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {plan.may_approve && plan.state === 'approved' && plan.over && (
        <div className={classes.line}>
          <Button variant="default" disabled={open > 0} onClick={() => void acts.close(plan.week).catch(ignore)}>
            {t('last_planner.close_week')}
          </Button>
          {open > 0 && <span className={classes.note}>{t('last_planner.reasons_missing', { count: open })}</span>}
        </div>
      )}
    </>
  );
}

function KeptMark({ one, settled }: { one: Commitment; settled: boolean }) {
  const { t } = useTranslation();
  if (!one.kept && !settled) return null;
  const Icon = one.kept ? IconCheck : IconX;
  return (
    <span className={classes.lamp} data-readiness={one.kept ? 'ready' : 'blocked'}>
      <Icon size={16} role="img" aria-label={t(one.kept ? 'last_planner.kept' : 'last_planner.not_kept')} />
    </span>
  );
}

type ReasonProps = {
  one: Commitment;
  reasons: readonly string[];
  onAnswer(id: number, answer: { reason: string | null; note: string }): Promise<unknown>;
};

function Reason({ one, reasons, onAnswer }: ReasonProps) {
  const { t } = useTranslation();
  const textOf = (reason: string): string => {
    const key = reasonKey(reason);
    return key === null ? reason : t(key);
  };
  if (!one.may_answer) return <>{one.reason === null ? '' : textOf(one.reason)}</>;
  // A reason that is offered no longer stays where it was given.
  const offered = one.reason === null || reasons.includes(one.reason) ? reasons : [one.reason, ...reasons];
  return (
    <NativeSelect
      size="xs"
      aria-label={t('last_planner.reason_of', { name: one.row_name })}
      value={one.reason ?? ''}
      data={[{ value: '', label: t('last_planner.why') }, ...offered.map((value) => ({ value, label: textOf(value) }))]}
      onChange={({ currentTarget }) =>
        void onAnswer(one.id, { reason: currentTarget.value || null, note: one.note }).catch(() => undefined)
      }
    />
  );
}
