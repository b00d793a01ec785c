import { Modal, PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { useTie } from './single-sign-on.queries.ts';

type Props = { method: 'openid' | 'adfs' | null; redirect: string; onClose: () => void };

/** Asks for the current password and continues at the provider. */
export function TieDialog({ method, redirect, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={method !== null} onClose={onClose} title={method && t(`single_sign_on.tie_${method}`)} size={420}>
      {method && <TieForm method={method} redirect={redirect} onClose={onClose} />}
    </Modal>
  );
}

function TieForm({ method, redirect, onClose }: Props & { method: 'openid' | 'adfs' }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const tie = useTie();
  const submit = async (): Promise<void> => {
    const { address } = await tie.mutateAsync({ method, password, redirect });
    window.location.assign(address);
  };
  return (
    <DialogForm
      submitLabel={t('single_sign_on.go_on')}
      ready={password !== ''}
      onTry={() => setTried(true)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text fz="inherit">{t('single_sign_on.tie_text')}</Text>
      <PasswordInput
        data-autofocus
        label={t('users.old_password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={tried && password === '' && t('validation.enter_password')}
      />
    </DialogForm>
  );
}
