import { Anchor, Button } from '@mantine/core';
import { IconMailOpened, IconLinkOff, IconUserQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSignedIn } from '../../features/access/auth/auth.queries.ts';
import { endSession } from '../../features/access/auth/auth.session.store.ts';
import { LoginForm } from '../../features/access/auth/login-form.tsx';
import { invitationQuery, registerInvited, useAcceptInvitation } from '../../features/access/invitations/invitations.queries.ts';
import { RegisterForm } from '../../features/access/users/register-form.tsx';
import { whoAmIQuery } from '../../features/access/users/users.queries.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { FormPage } from '../../ui/forms/form-page.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { takeHashToken } from './hash-token.ts';

/** Where the letter of an invitation leads: whoever it is for enters the space, with their account or with a new one. */
export function InvitationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [token] = useState(takeHashToken);
  const [signedIn, setSignedIn] = useState(isSignedIn);
  const { data: invitation, error } = useQuery({ ...invitationQuery(token), enabled: token !== '' });
  const { data: person } = useQuery({ ...whoAmIQuery, enabled: signedIn });
  const accept = useAcceptInvitation();
  if (!token || error) return <UselessLetter />;
  if (!invitation || (signedIn && !person)) return null;

  const enter = (spaceId: number) => void navigate({ to: `/${spaceId}`, replace: true });
  const role = invitation.role_name ?? t(`spaces.role_${invitation.role}`);
  const about = <p>{t('invitations.about', { inviter: invitation.invited_by, space: invitation.space_name, role })}</p>;
  const take = () => accept.mutate(token, { onSuccess: ({ space_id: spaceId }) => enter(spaceId) });

  if (person && person.email.toLowerCase() === invitation.email.toLowerCase()) {
    return (
      <MessagePage
        icon={IconMailOpened}
        title={t('invitations.title', { space: invitation.space_name })}
        actions={
          <Button loading={accept.isPending || accept.isSuccess} onClick={take}>
            {t('invitations.accept')}
          </Button>
        }
      >
        {about}
      </MessagePage>
    );
  }
  if (person) {
    const signOut = async (): Promise<void> => {
      await endSession('logout');
      setSignedIn(false);
    };
    return (
      <MessagePage
        icon={IconUserQuestion}
        title={t('invitations.other_title')}
        actions={
          <>
            <Button onClick={() => void signOut()}>{t('auth.sign_out')}</Button>
            <Button variant="default" component={Link} to="/auth/select-space">
              {t('error_page.choose_space')}
            </Button>
          </>
        }
      >
        <p>{t('invitations.other_text', { email: invitation.email, own: person.email })}</p>
      </MessagePage>
    );
  }
  return (
    <FormPage title={t('invitations.title', { space: invitation.space_name })} wide={!invitation.account}>
      {about}
      {invitation.account ? (
        <>
          <p>{t('invitations.sign_in_as', { email: invitation.email })}</p>
          <LoginForm
            onSignedIn={() => {
              setSignedIn(true);
              void queryClient.fetchQuery(whoAmIQuery);
            }}
          />
        </>
      ) : (
        <RegisterForm
          email={invitation.email}
          register={({ email: _email, ...somebody }) => registerInvited({ ...somebody, token })}
          onRegistered={({ space_id: spaceId }) => enter(spaceId)}
        />
      )}
    </FormPage>
  );
}

function UselessLetter() {
  const { t } = useTranslation();
  return (
    <MessagePage
      icon={IconLinkOff}
      title={t('invitations.useless_title')}
      actions={
        <Anchor component={Link} to="/auth/login">
          {t('auth.sign_in')}
        </Anchor>
      }
    >
      <p>
        {t('invitation.not_valid')}. {t('invitations.ask_again')}
      </p>
    </MessagePage>
  );
}
