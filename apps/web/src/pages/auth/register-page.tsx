import { Anchor } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSystemState } from '../../features/access/system/system.queries.ts';
import { RegisterForm } from '../../features/access/users/register-form.tsx';
import { registerAndLogin } from '../../features/access/users/users.queries.ts';
import { FormPage } from '../../ui/forms/form-page.tsx';

/** Registration of a person. */
export function RegisterPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const open = useSystemState()?.registration_open;
  return (
    <FormPage title={t('users.register_title')} wide>
      {open ? (
        <RegisterForm register={registerAndLogin} onRegistered={() => void navigate({ to: '/auth/success', replace: true })} />
      ) : (
        <p>{t('user.registration_closed')}</p>
      )}
      <p>
        <Anchor component={Link} to="/auth/login" inherit>
          {t('users.to_login')}
        </Anchor>
      </p>
    </FormPage>
  );
}
