import { Button } from '@mantine/core';
import { IconLinkOff, IconMailOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveReport } from '../../features/operations/report-subscriptions/report-subscriptions.queries.ts';
import { useUnsubscribe } from '../../features/teamwork/notices/notices.settings.queries.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { takeHashToken } from './hash-token.ts';

/** Where the last link of a letter leads: it ends letters about notices, or one report, without a sign-in, when somebody says so. */
export function UnsubscribePage() {
  const [token] = useState(takeHashToken);
  return token.startsWith('report.') ? <LeaveReport token={token} /> : <EndNotices token={token} />;
}

function LeaveReport({ token }: { token: string }) {
  const { t } = useTranslation();
  const leave = useLeaveReport();
  if (leave.isError) return <MessagePage icon={IconLinkOff} title={refusalText(leave.error, t)} />;
  if (leave.data) {
    return (
      <MessagePage icon={IconMailOff} title={t('report_subscription.gone')}>
        <p>{t('report_subscription.gone_hint')}</p>
      </MessagePage>
    );
  }
  return (
    <MessagePage
      icon={IconMailOff}
      title={t('report_subscription.leave_title')}
      actions={
        <Button loading={leave.isPending} onClick={() => leave.mutate(token)}>
          {t('report_subscription.leave')}
        </Button>
      }
    >
      <p>{t('report_subscription.leave_hint')}</p>
    </MessagePage>
  );
}

function EndNotices({ token }: { token: string }) {
  const { t } = useTranslation();
  const end = useUnsubscribe();
  if (!token || end.isError) return <MessagePage icon={IconLinkOff} title={t('notice.link_not_valid')} />;
  if (end.data) {
    return (
      <MessagePage icon={IconMailOff} title={t('notices.unsubscribed', { space: end.data.space_name })}>
        <p>{t('notices.unsubscribed_hint')}</p>
      </MessagePage>
    );
  }
  return (
    <MessagePage
      icon={IconMailOff}
      title={t('notices.unsubscribe_title')}
      actions={
        <Button loading={end.isPending} onClick={() => end.mutate(token)}>
          {t('notices.unsubscribe')}
        </Button>
      }
    >
      <p>{t('notices.unsubscribe_hint')}</p>
    </MessagePage>
  );
}
