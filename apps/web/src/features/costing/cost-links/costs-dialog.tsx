import { COST_PARTS } from '@gantry/domain';
import { Loader, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import { missingVolumesText } from '../../planning/versions/versions.queries.ts';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { money } from './cost-links.model.ts';
import type { CostUpdate } from './cost-links.queries.ts';
import { OutdatedList } from './outdated-list.tsx';
import { WorksBadge } from './works-badge.tsx';
import classes from './link-panel.module.css';

type Props = {
  spaceId: number;
  versionId: number;
  opened: boolean;
  run(dryRun: boolean, revision?: number): Promise<CostUpdate>;
  /** Shows the rows that no work carries, where they stand beside. */
  onMissing?(): void;
  onClose(): void;
};

/** What the money of estimates makes of the costs of works, before it is done. */
export function CostsDialog({ opened, onClose, ...form }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t('cost_link.costs')} size={760}>
      <CostsForm {...form} onClose={onClose} />
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

type Quantities = NonNullable<CostUpdate['estimates']>['quantities'];

/** Volumes and hours that works receive; nothing where none changes. */
function QuantitiesOfWorks({ quantities, more }: { quantities: Quantities; more: number }) {
  const { t } = useTranslation();
  if (!quantities.length) return null;
  const shown = (amount: number | null, unit: string): string =>
    amount === null ? '—' : `${formatNumber(amount, { decimals: 3 })} ${unit}`;
  return (
    <>
      <div className={classes.costs} tabIndex={0} role="region" aria-label={t('cost_link.quantities')}>
        <table>
          <BeforeAndAfter of={t('cost_link.quantities')} />
          <tbody>
            {quantities.map(({ item_id, measure, code, name, unit, before, after }) => (
              <tr key={`${item_id} ${measure}`}>
                <td>{t('ui.named', { name: `${code} ${name}`.trim(), text: t(`cost_link.by_${measure}`) })}</td>
                <td data-number>{shown(before, unit)}</td>
                <td data-number>{shown(after, unit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p>{t('cost_link.more_works', { count: more })}</p>}
    </>
  );
}

function CostsForm({ spaceId, versionId, run, onMissing, onClose }: Omit<Props, 'opened'>) {
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
  const outdated = report?.outdated ?? [];
  const changes = report ? report.changed + report.quantities_count : 0;
  const apply = async (): Promise<void> => {
    const { estimates } = await run(false, seen?.revision);
    showToast('info', t('cost_link.done', { count: Math.max(estimates?.changed ?? 0, estimates?.quantities_count ?? 0) }));
    const missing = missingVolumesText(estimates?.missing_volumes, t);
    if (missing) showToast('warn', missing, onMissing && { action: { label: t('cost_link.show_missing'), run: onMissing } });
  };
  if (refusal !== null) return <p role="alert">{refusal}</p>;
  if (!seen) return <Loader size="sm" role="status" aria-label={t('cost_link.counting')} />;
  return (
    <DialogForm submitLabel={changes > 0 || outdated.length > 0 ? t('cost_link.apply') : null} ready onSubmit={apply} onClose={onClose}>
      {outdated.length > 0 && (
        <section aria-label={t('cost_link.outdated')}>
          <p>{t('cost_link.outdated_since')}</p>
          <OutdatedList outdated={outdated} />
        </section>
      )}
      {!report || changes === 0 ? (
        <p>{t(outdated.length > 0 ? 'cost_link.same_costs' : 'cost_link.nothing_changes')}</p>
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
          <QuantitiesOfWorks quantities={report.quantities} more={report.quantities_count - report.quantities.length} />
          <div className={classes.costs} tabIndex={0} role="region" aria-label={t('cost_link.works')} hidden={report.changed === 0}>
            <table>
              <BeforeAndAfter of={t('cost_link.work')} />
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
      {report && Number(report.residue) !== 0 && (
        <p role="alert">{t('cost_link.residue', { amount: money(report.residue), currency: report.currency })}</p>
      )}
      {report && report.missing_attributes.length > 0 && (
        <p role="status">{t('cost_link.missing_attributes', { names: report.missing_attributes.join(', ') })}</p>
      )}
      {report && (
        <WorksBadge
          {...{ spaceId, versionId }}
          label={t('compliance.money_without_volume', { shown: formatCount(report.no_volume.count) })}
          works={report.no_volume}
          onOpen={onClose}
        />
      )}
      {report && report.missing_volumes.count > 0 && <p role="status">{missingVolumesText(report.missing_volumes, t)}</p>}
    </DialogForm>
  );
}

/** The head of a table of what an update changes. */
function BeforeAndAfter({ of }: { of: string }) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        <th scope="col">{of}</th>
        <th scope="col" data-number>
          {t('cost_link.before')}
        </th>
        <th scope="col" data-number>
          {t('cost_link.after')}
        </th>
      </tr>
    </thead>
  );
}
