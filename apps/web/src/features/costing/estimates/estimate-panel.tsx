import { Button, Group } from '@mantine/core';
import { ESTIMATE_CHANGES } from '@gantry/contract';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DATE_TIME_FORMAT, formatInstant } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { hasText } from '../../../lib/texts/i18n.ts';
import { amountOf, figuresShown, minorUnits } from './estimates.model.ts';
import type { ComparedStates } from './compare-dialog.tsx';
import { EstimateFieldsButton } from './estimate-fields.tsx';
import type { EstimateFields, EstimateHead } from './estimates.queries.ts';
import classes from './estimates.module.css';

type Props = {
  estimate: EstimateHead;
  mayEdit: boolean;
  /** What other places offer for it. */
  offers: ReactNode;
  onFields(fields: Partial<EstimateFields>): Promise<unknown>;
  onDecide(decision: 'accept' | 'reject'): void;
  onCompare(states: ComparedStates): void;
  /** Takes the newest act back, or does again what was taken back last. */
  onUndo(redo: boolean): void;
};

/** What an estimate states and comes to, what its file has been found to have, its editions, and the file that waits. */
export function EstimatePanel({ estimate, mayEdit, offers, onFields, onDecide, onCompare, onUndo }: Props) {
  const { t } = useTranslation();
  const { proposal, digits } = estimate;
  const text = (amount: string | null): string => (amount === null ? '—' : amountOf(minorUnits(amount, digits), digits));
  return (
    <div className={classes.panel}>
      {offers}
      {proposal && (
        <section>
          <h2 className={classes.section}>{t('estimate.waits', { name: proposal.file_name })}</h2>
          <div className={classes.counts}>
            {ESTIMATE_CHANGES.map((change) => (
              <span key={change}>
                {t('ui.named', { name: t(`estimate.change_${change}`), text: '' })}
                <b>{formatCount(proposal.counts[change])}</b>
              </span>
            ))}
          </div>
          <div className={classes.pairs}>
            <span>{t('estimate.current')}</span>
            <span>{text(estimate.counted.current)}</span>
            <b>{text(proposal.counted.current)}</b>
          </div>
          {proposal.stale && <p role="status">{t('estimate.proposal_stale')}</p>}
          <Button size="compact-xs" variant="subtle" mt={4} onClick={() => onCompare({ from: 'now', to: 'proposal' })}>
            {t('estimate.compare_rows')}
          </Button>
          {mayEdit && (
            <Group gap={6} mt={8}>
              <Button size="xs" disabled={proposal.stale} onClick={() => onDecide('accept')}>
                {t('estimate.accept')}
              </Button>
              <Button size="xs" variant="default" onClick={() => onDecide('reject')}>
                {t('estimate.reject')}
              </Button>
            </Group>
          )}
        </section>
      )}
      <section>
        <h2 className={classes.section}>{t('estimate.totals')}</h2>
        <div className={classes.pairs}>
          <span />
          <span>{t('estimate.by_rows')}</span>
          <span>{t('estimate.by_file')}</span>
          {(['base', 'current'] as const)
            .filter((level) => estimate.counted[level] !== null || estimate.stated[level] !== null)
            .map((level) => (
              <Fragment key={level}>
                <span>{t(`estimate.${level}`)}</span>
                <span>{text(estimate.counted[level])}</span>
                <span
                  className={
                    estimate.stated[level] !== null && estimate.stated[level] !== estimate.counted[level] ? classes.differs : undefined
                  }
                >
                  {text(estimate.stated[level])}
                </span>
              </Fragment>
            ))}
        </div>
        <p>{t('ui.named', { name: t('estimate.profile'), text: t(`estimate.profile_${estimate.profile}`) })}</p>
        {mayEdit && estimate.status === 'ready' && <EstimateFieldsButton estimate={estimate} onSave={onFields} />}
      </section>
      <section>
        <h2 className={classes.section}>{t('estimate.findings', { count: estimate.findings.length })}</h2>
        {estimate.findings.length === 0 ? (
          <p>{t('estimate.no_findings')}</p>
        ) : (
          <ul className={classes.findings}>
            {estimate.findings.map(({ severity, code, message, line, parameters }, at) => (
              <li key={at}>
                <span className={classes.severity} data-severity={severity}>
                  {t(`job.severity_${severity}`)}
                </span>{' '}
                {line === null ? '' : t('ui.named', { name: `${t('job.line')} ${formatCount(line)}`, text: '' })}
                {hasText(code) ? t(code, figuresShown(parameters)) : message}
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h2 className={classes.section}>{t('estimate.editions')}</h2>
        <ul className={classes.findings}>
          {estimate.editions.map(({ edition, file_name, counted, author, at }) => (
            <li key={edition}>
              <b>{edition}</b> <bdi>{file_name}</bdi>, {text(counted.current)}
              <br />
              {[author, formatInstant(at, DATE_TIME_FORMAT)].filter(Boolean).join(', ')}
              {(edition > 1 || estimate.revision > 1) && (
                <>
                  <br />
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    onClick={() =>
                      onCompare(edition === estimate.edition ? { from: edition, to: 'now' } : { from: edition, to: edition + 1 })
                    }
                  >
                    {t(edition === estimate.edition ? 'estimate.compare_with_now' : 'estimate.compare_with_next', { edition: edition + 1 })}
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
        {mayEdit && estimate.status === 'ready' && (
          <Group gap={6} mt={8}>
            {[false, true].map((redo) => (
              <Button
                key={String(redo)}
                size="compact-xs"
                variant="default"
                leftSection={redo ? <IconArrowForwardUp size={14} /> : <IconArrowBackUp size={14} />}
                onClick={() => onUndo(redo)}
              >
                {t(redo ? 'estimate.redo' : 'estimate.undo')}
              </Button>
            ))}
          </Group>
        )}
      </section>
    </div>
  );
}
