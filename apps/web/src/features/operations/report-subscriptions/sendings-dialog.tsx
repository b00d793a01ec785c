import type { ReportSending, ReportSubscription } from '@gantry/contract';
import { Button, Loader, Modal } from '@mantine/core';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { reasonText } from '../../../ui/text/refusal-text.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { useReportSendings } from './report-subscriptions.queries.ts';
import { titleOfReport } from './report-subscriptions.model.ts';
import classes from './sendings-dialog.module.css';

type Props = {
  subscription: ReportSubscription | null;
  mayChange: boolean;
  busy: boolean;
  onSendNow(one: ReportSubscription): void;
  onClose(): void;
};

/** When a report went by mail, to whom, and what became of it. */
export function SendingsDialog({ subscription, mayChange, busy, onSendNow, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={subscription !== null}
      onClose={onClose}
      title={t('report_subscription.history_of', { name: subscription ? titleOfReport(subscription, t) : '' })}
      size={880}
    >
      {subscription?.active && mayChange && (
        <Button
          size="xs"
          variant="default"
          mb="sm"
          leftSection={<IconSend size={16} />}
          loading={busy}
          onClick={() => onSendNow(subscription)}
        >
          {t('report_subscription.send_now')}
        </Button>
      )}
      {subscription && <Sendings subscription={subscription} mayChange={mayChange} />}
    </Modal>
  );
}

function Sendings({ subscription: { id, left }, mayChange }: { subscription: ReportSubscription; mayChange: boolean }) {
  const { t } = useTranslation();
  const { items, hasMore, showMore, again } = useReportSendings(id);
  if (!items) return <Loader size="sm" />;
  if (!items.length) return <p className={classes.quiet}>{t('report_subscription.nothing_sent')}</p>;
  return (
    <>
      <RecordTable
        label={t('report_subscription.history')}
        heads={[
          t('report_subscription.when'),
          t('report_subscription.recipient'),
          t('report_subscription.file'),
          t('report_subscription.state'),
          '',
        ]}
      >
        {items.map((one) => (
          <tr key={one.id}>
            <td data-tight>{formatInstant(one.begun_at)}</td>
            <td data-wrap>
              {one.recipient}
              {one.outside && <div className={classes.quiet}>{t('report_subscription.no_account')}</div>}
              {one.asked_by && <div className={classes.quiet}>{t('report_subscription.asked_by', { name: one.asked_by })}</div>}
            </td>
            <td data-wrap data-quiet>
              {one.name ?? '–'}
            </td>
            <td data-wrap>
              <State sending={one} />
            </td>
            <td data-tight>
              {mayChange && one.ended_at && !left.includes(one.recipient) && (
                <IconButton
                  icon={IconRefresh}
                  label={t('report_subscription.send_again', { name: one.recipient })}
                  disabled={again.isPending}
                  onClick={() => again.mutate(one.id, { onSuccess: () => showToast('ok', t('report_subscription.sent_again')) })}
                />
              )}
            </td>
          </tr>
        ))}
      </RecordTable>
      {hasMore && (
        <Button size="xs" variant="default" mt="xs" onClick={showMore}>
          {t('report_subscription.older')}
        </Button>
      )}
    </>
  );
}

function State({ sending: { state, ended_at, reason } }: { sending: ReportSending }) {
  const { t } = useTranslation();
  return (
    <span className={classes.state} data-state={state}>
      <b>{t(`report_subscription.state_${state}`)}</b>
      {state === 'sent' && <span className={classes.quiet}>{formatInstant(ended_at)}</span>}
      {reason && <span>{reasonText(reason, t)}</span>}
    </span>
  );
}
