import { COST_PARTS } from '@gantry/domain';
import { Loader, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import { missingVolumesText } from '../../planning/versions/versions.queries.ts';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { showToast } from '../../../ui/toasts.tsx';
import type { CostUpdate } from './cost-links.queries.ts';
import classes from './link-panel.module.css';

type Props = { opened: boolean; run(dryRun: boolean): Promise<CostUpdate>; onClose(): void };

/** What the money of estimates makes of the costs of works, before it is done. */
export function CostsDialog({ opened, run, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t('cost_link.costs')} size={760}>
      <CostsForm run={run} onClose={onClose} />
    </Modal>
  );
}

/** What works receive, by parts; nothing where all of it is one. */
function PartsOfCosts({ parts, currency }: { parts: readonly string[]; currency: string }) {
  const { t } = useTranslation();
  const filled = COST_PARTS.flatMap((part, at) => (Number(parts[at]) ? [{ part, amount: parts[at] }] : []));
  if (filled.length < 2) return null;
  return (
    <ul className={classes.parts} aria-label={t('cost_link.by_parts')}>
      {filled.map(({ part, amount }) => (
        <li key={part}>
          <span>{t(`cost_part.${part}`)}</span>
          <b>{`${money(amount)} ${currency}`}</b>
        </li>
      ))}
    </ul>
  );
}

const money = (text: string): string => formatNumber(Number(text), { decimals: text.split('.')[1]?.length ?? 0 });

function CostsForm({ run, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation();
  const [seen, setSeen] = useState<CostUpdate | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    let here = true;
    run(true).then(
      (report) => here && setSeen(report),
      (error: unknown) => here && setRefusal(refusalText(error, t)),
    );
    return () => void (here = false);
    // Counted once when the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const report = seen?.estimates ?? null;
  const apply = async (): Promise<void> => {
    const { estimates } = await run(false);
    showToast('info', t('cost_link.done', { count: estimates?.changed ?? 0 }));
    const missing = missingVolumesText(estimates?.missing_volumes, t);
    if (missing) showToast('warn', missing);
  };
  if (refusal !== null) return <p role="alert">{refusal}</p>;
  if (!seen) return <Loader size="sm" role="status" aria-label={t('cost_link.counting')} />;
  return (
    <DialogForm submitLabel={report?.changed ? t('cost_link.apply') : null} ready onSubmit={apply} onClose={onClose}>
      {!report || report.changed === 0 ? (
        <p>{t('cost_link.nothing_changes')}</p>
      ) : (
        <>
          <p>
            {t('cost_link.report', {
              linked: money(report.linked),
              total: money(report.total),
              ignored: money(report.ignored),
              unlinked: money(report.unlinked),
              currency: report.currency,
            })}
          </p>
          <PartsOfCosts parts={report.parts} currency={report.currency} />
          {report.percents.length > 0 && (
            <ul className={classes.percents} aria-label={t('cost_link.percents')}>
              {report.percents.map(({ name, amount }, at) => (
                <li key={at}>{t('ui.named', { name, text: `${money(amount)} ${report.currency}` })}</li>
              ))}
            </ul>
          )}
          <div className={classes.costs} tabIndex={0} role="region" aria-label={t('cost_link.works')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('cost_link.work')}</th>
                  <th scope="col" data-number>
                    {t('cost_link.before')}
                  </th>
                  <th scope="col" data-number>
                    {t('cost_link.after')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {report.works.map(({ item_id, code, name, before, after }) => (
                  <tr key={item_id}>
                    <td>{`${code} ${name}`.trim()}</td>
                    <td data-number>{money(before)}</td>
                    <td data-number>{money(after)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {report.changed > report.works.length && <p>{t('cost_link.more_works', { count: report.changed - report.works.length })}</p>}
        </>
      )}
      {report && report.missing_attributes.length > 0 && (
        <p role="status">{t('cost_link.missing_attributes', { names: report.missing_attributes.join(', ') })}</p>
      )}
      {report && report.missing_volumes.count > 0 && <p role="status">{missingVolumesText(report.missing_volumes, t)}</p>}
    </DialogForm>
  );
}
