import type { TimesheetLine } from '@gantry/contract';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { hoursText, workedOf } from './timesheets.model.ts';
import classes from './timesheets.module.css';

type Props = {
  lines: readonly TimesheetLine[];
  onWithdraw(line: TimesheetLine): void;
  /** Decides; with a reason the lines are declined. Answers whether it was taken. */
  onDecide(ids: number[], reason?: string): Promise<boolean>;
};

/** Hours that await approval, with what the person may do about them. */
export function TimesheetApproval({ lines, onWithdraw, onDecide }: Props) {
  const { t } = useTranslation();
  const [declining, setDeclining] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const waiting = lines.filter(({ status, acts }) => (status === 'submitted' && acts.length > 0) || acts.includes('approve'));
  const mine = waiting.filter(({ acts }) => acts.includes('approve'));
  if (!waiting.length) return null;
  const decline = async (id: number): Promise<void> => {
    if (await onDecide([id], reason.trim())) {
      setDeclining(null);
      setReason('');
    }
  };
  return (
    <section className={classes.waiting} aria-label={t('timesheets.waiting')}>
      <div className={classes.acts}>
        <h3 className={classes.title}>{t('timesheets.waiting')}</h3>
        {mine.length > 1 && (
          <Button size="compact-xs" onClick={() => void onDecide(mine.map(({ id }) => id))}>
            {t('timesheets.approve_all', { count: mine.length })}
          </Button>
        )}
      </div>
      <ul className={classes.list}>
        {waiting.map((line) => {
          const name = t('timesheets.waiting_from', {
            name: line.name,
            date: formatLocal(`${line.day}T00:00`),
            hours: hoursText(workedOf([line])),
          });
          return (
            <li key={line.id} className={classes.acts}>
              <span className={classes.what}>
                {name}
                {line.approvals > 0 && ` · ${t('timesheets.first_of_two')}`}
                {line.note && <span className={classes.note}> {line.note}</span>}
              </span>
              {line.acts.includes('approve') && (
                <Button
                  size="compact-xs"
                  aria-label={t('ui.named', { name: t('timesheets.approve'), text: name })}
                  onClick={() => void onDecide([line.id])}
                >
                  {t('timesheets.approve')}
                </Button>
              )}
              {line.acts.includes('decline') && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={t('ui.named', { name: t('timesheets.decline'), text: name })}
                  aria-expanded={declining === line.id}
                  onClick={() => setDeclining(declining === line.id ? null : line.id)}
                >
                  {t('timesheets.decline')}
                </Button>
              )}
              {line.acts.includes('withdraw') && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={t('ui.named', { name: t('timesheets.withdraw'), text: name })}
                  onClick={() => onWithdraw(line)}
                >
                  {t('timesheets.withdraw')}
                </Button>
              )}
              {declining === line.id && (
                <form
                  className={classes.decline}
                  onSubmit={(event) => {
                    event.preventDefault();
                    if (reason.trim()) void decline(line.id);
                  }}
                >
                  <Textarea
                    size="xs"
                    autoFocus
                    rows={2}
                    label={t('timesheets.why')}
                    maxLength={1000}
                    value={reason}
                    onChange={(event) => setReason(event.currentTarget.value)}
                  />
                  <Button type="submit" size="compact-xs" mt={4} disabled={!reason.trim()}>
                    {t('timesheets.decline')}
                  </Button>
                </form>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
