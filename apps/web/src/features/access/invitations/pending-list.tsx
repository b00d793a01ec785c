import { Badge, Text } from '@mantine/core';
import { IconMailForward, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DATE_FORMAT, formatInstant } from '../../../lib/dates.ts';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { useRoleName } from '../roles/roles.queries.ts';
import { type Invitation, useInvitations, useResend, useWithdraw } from './invitations.queries.ts';
import classes from './pending-list.module.css';

/** People who were invited by a letter and have not come yet: how far the letter is, sent anew, withdrawn. */
export function PendingList({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const list = useInvitations(spaceId);
  const nameOf = useRoleName();
  const resend = useResend(spaceId);
  const withdraw = useWithdraw(spaceId);
  if (!list?.invitations.length) return null;
  const askWithdraw = async ({ id, email }: Invitation): Promise<void> => {
    const sure = await askConfirmation({
      title: t('invitations.withdraw_title'),
      text: t('invitations.withdraw_text', { email }),
      confirmLabel: t('invitations.withdraw'),
    });
    if (sure) withdraw.mutate(id);
  };
  return (
    <section className={classes.pending} aria-labelledby="pending-title">
      <h2 id="pending-title" className={classes.title}>
        {t('invitations.pending')}
      </h2>
      {!list.delivers && <Text className={classes.note}>{t('invitations.no_mail_server')}</Text>}
      <RecordTable
        label={t('invitations.pending')}
        heads={[t('users.email'), t('users.role'), t('invitations.invited_by'), t('members.status'), '']}
      >
        {list.invitations.map((one) => (
          <tr key={one.id}>
            <td>{one.email}</td>
            <td>{nameOf({ code: one.role_name === null ? one.role : null, name: one.role_name ?? '' })}</td>
            <td data-quiet>{one.invited_by}</td>
            <td>
              <State one={one} delivers={list.delivers} />
            </td>
            <td data-tight>
              <IconButton
                icon={IconMailForward}
                label={t('invitations.resend_named', { email: one.email })}
                onClick={() => resend.mutate(one.id, { onSuccess: () => showToast('ok', t('invitations.sent_to', { email: one.email })) })}
              />
              <IconButton
                icon={IconX}
                label={t('invitations.withdraw_named', { email: one.email })}
                onClick={() => void askWithdraw(one)}
              />
            </td>
          </tr>
        ))}
      </RecordTable>
    </section>
  );
}

function State({ one: { delivery, trouble, expired, expires_at }, delivers }: { one: Invitation; delivers: boolean }) {
  const { t } = useTranslation();
  const kind = expired ? 'expired' : delivery === 'sent' && !delivers ? 'kept' : delivery;
  const until = t('invitations.until', { date: formatInstant(expires_at, DATE_FORMAT) });
  const why = trouble ?? t('invitations.unreachable');
  return (
    <span className={classes.state}>
      <Badge size="xs" variant="light" color={kind === 'failed' ? 'red' : kind === 'sent' ? 'accent' : 'gray'}>
        {t(`invitations.state_${kind}`)}
      </Badge>
      {kind !== 'expired' && <span className={classes.detail}>{kind === 'failed' ? why : until}</span>}
    </span>
  );
}
