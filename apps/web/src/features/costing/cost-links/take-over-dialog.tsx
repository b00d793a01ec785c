import { Loader, Modal, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { showToast } from '../../../ui/toasts.tsx';
import type { TakenOver } from './cost-links.queries.ts';
import classes from './link-panel.module.css';

type Props = {
  opened: boolean;
  /** The other versions of the schedule. */
  versions: readonly { id: number; name: string }[];
  run(from: number, dryRun: boolean): Promise<TakenOver>;
  onClose(): void;
};

/** What taking links over from another version of the schedule would bring, before it is done. */
export function TakeOverDialog({ opened, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={props.onClose} title={t('cost_link.take_over')} size={640}>
      <TakeOverForm {...props} />
    </Modal>
  );
}

function TakeOverForm({ versions, run, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation();
  const [from, setFrom] = useState<number | null>(versions[0]?.id ?? null);
  const [seen, setSeen] = useState<{ from: number; report: TakenOver } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    if (from === null) return;
    let here = true;
    setRefusal(null);
    run(from, true).then(
      (report) => here && setSeen({ from, report }),
      (error: unknown) => here && setRefusal(refusalText(error, t)),
    );
    return () => void (here = false);
    // Counted once for each version that is chosen.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [from]);
  const report = seen?.from === from ? seen?.report : undefined;
  const apply = async (): Promise<void> => {
    if (from === null) return;
    const { taken } = await run(from, false);
    showToast('info', t('cost_link.taken_over', { count: taken }));
  };
  return (
    <DialogForm submitLabel={report?.taken ? t('cost_link.take_over') : null} ready onSubmit={apply} onClose={onClose}>
      <Select
        label={t('cost_link.take_over_from')}
        allowDeselect={false}
        data={versions.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={from === null ? null : String(from)}
        onChange={(id) => id && setFrom(Number(id))}
      />
      <p className={classes.note}>{t('cost_link.take_over_hint')}</p>
      {refusal !== null && <p role="alert">{refusal}</p>}
      {!report && refusal === null && <Loader size="sm" role="status" aria-label={t('cost_link.counting')} />}
      {report && (
        <>
          <p role="status">
            {report.taken + report.stayed + report.lost_count === 0
              ? t('cost_link.nothing_to_take')
              : t('cost_link.would_take', {
                  taken: formatCount(report.taken),
                  stayed: formatCount(report.stayed),
                  lost: formatCount(report.lost_count),
                })}
          </p>
          {report.lost.length > 0 && (
            <ul className={classes.percents} aria-label={t('cost_link.lost_links')}>
              {report.lost.map(({ work, code, name }, at) => (
                <li key={at}>{t('ui.named', { name: work, text: `${code} ${name}`.trim() })}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </DialogForm>
  );
}
