import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LoginForm } from '../../features/access/auth/login-form.tsx';
import { SignInWays } from '../../features/access/single-sign-on/sign-in-ways.tsx';
import { FormPage } from '../../ui/forms/form-page.tsx';

/** Sign-in; the page of success then leads where the person wanted to go, else to the last used space. */
export function LoginPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { redirect } = useSearch({ strict: false }) as { redirect?: string };
  const lead = (): void => void navigate({ to: '/auth/success', search: { redirect }, replace: true });
  return (
    <FormPage title={t('auth.sign_in_title')}>
      <LoginForm onSignedIn={lead} />
      <SignInWays redirect={redirect} onSignedIn={lead} />
    </FormPage>
  );
}
