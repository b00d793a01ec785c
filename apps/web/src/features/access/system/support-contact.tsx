import { Anchor, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../lib/clipboard.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { useSystemState } from './system.queries.ts';

/** Support contact; a click copies the phone number. */
export function SupportContact() {
  const { t } = useTranslation();
  const support = useSystemState()?.support;
  if (!support?.email && !support?.phone) return null;
  const copy = async (): Promise<void> => {
    if (await copyText(support.phone)) showToast('ok', t('system.phone_copied'));
  };
  return (
    <span>
      {t('system.support')}{' '}
      {support.email && (
        <Anchor href={`mailto:${support.email}`} inherit>
          {support.email}
        </Anchor>
      )}
      {support.email && support.phone && ', '}
      {support.phone && (
        <UnstyledButton fz="inherit" c="var(--gantry-accent-text)" title={t('system.copy_phone')} onClick={() => void copy()}>
          {support.phone}
        </UnstyledButton>
      )}
    </span>
  );
}
