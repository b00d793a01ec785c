import { Button } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { clearClientData } from '../../../lib/storage/client-storage.ts';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { showToast } from '../../../ui/toasts.tsx';

/** Makes this browser forget what it remembers of its people; the session and the look stay. */
export function ForgetButton() {
  const { t } = useTranslation();
  const ask = async (): Promise<void> => {
    const question = { title: t('profile.forget_title'), text: t('profile.forget_text'), confirmLabel: t('profile.forget') };
    if (!(await askConfirmation(question))) return;
    clearClientData();
    showToast('ok', t('profile.forgotten'));
  };
  return (
    <Button variant="default" leftSection={<IconEraser size={16} stroke={1.5} />} onClick={() => void ask()}>
      {t('profile.forget')}
    </Button>
  );
}
