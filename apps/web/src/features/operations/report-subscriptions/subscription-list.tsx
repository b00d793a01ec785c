import type { ReportSubscription } from '@gantry/contract';
import { IconHistory, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { cadenceInWords } from '../../../ui/fields/cadence-fields.tsx';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { SectionTitle } from '../../../ui/text/text.tsx';
import { foreignZone, titleOfReport } from './report-subscriptions.model.ts';
import classes from './subscription-list.module.css';

type Props = {
  items: readonly ReportSubscription[];
  mayChange: boolean;
  /** Whether one is being sent off at this moment. */
  busy: boolean;
  onSendNow(one: ReportSubscription): void;
  onActive(id: number, active: boolean): void;
  onRemove(id: number): void;
  onHistory(one: ReportSubscription): void;
};

/** Reports that come by mail: when, to whom, and when next. */
export function SubscriptionList({ items, mayChange, busy, onSendNow, onActive, onRemove, onHistory }: Props) {
  const { t, i18n } = useTranslation();
  const remove = async (one: ReportSubscription): Promise<void> => {
    const question = {
      title: t('report_subscription.remove'),
      text: t('report_subscription.remove_question', { name: titleOfReport(one, t) }),
      confirmLabel: t('ui.delete'),
    };
    if (await askConfirmation(question)) onRemove(one.id);
  };
  return (
    <section className={classes.list}>
      <SectionTitle size="large">{t('report_subscription.title')}</SectionTitle>
      <RecordTable
        label={t('report_subscription.title')}
        heads={[t('report_subscription.file'), t('backup.cadence'), t('report_subscription.recipients'), t('report_subscription.next'), '']}
      >
        {items.map((one) => (
          <tr key={one.id}>
            <td data-wrap>{titleOfReport(one, t)}</td>
            <td data-quiet className={classes.often}>
              {cadenceInWords(one, t, i18n.language)}
              {foreignZone(one) && <div>{foreignZone(one)}</div>}
              {one.params?.period === 'previous_month' && <div>{t('report_subscription.of_previous_month')}</div>}
              {one.only_if_changed && <div>{t('report_subscription.when_changed')}</div>}
              {one.bring === 'link' && <div>{t('report_subscription.by_link')}</div>}
            </td>
            <td data-quiet data-wrap>
              {[...one.recipient_names, ...one.outside].join(', ')}
              {one.left.length > 0 && <div>{t('report_subscription.left', { names: one.left.join(', ') })}</div>}
            </td>
            <td data-quiet data-tight>
              {one.active
                ? formatInstant(one.next_runs[0] ?? null)
                : t(one.paused_by ? `report_subscription.paused_${one.paused_by}` : 'report_subscription.paused')}
            </td>
            <td data-tight>
              <IconButton icon={IconHistory} label={t('report_subscription.history')} onClick={() => onHistory(one)} />
              {mayChange && (
                <>
                  <IconButton
                    icon={IconSend}
                    label={t(one.active ? 'report_subscription.send_now' : 'report_subscription.is_paused')}
                    disabled={busy || !one.active}
                    onClick={() => onSendNow(one)}
                  />
                  <IconButton
                    icon={one.active ? IconPlayerPause : IconPlayerPlay}
                    label={t(one.active ? 'report_subscription.pause' : 'report_subscription.resume')}
                    onClick={() => onActive(one.id, !one.active)}
                  />
                  <IconButton icon={IconTrash} label={t('report_subscription.remove')} onClick={() => void remove(one)} />
                </>
              )}
            </td>
          </tr>
        ))}
      </RecordTable>
    </section>
  );
}
