import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { firstProblem } from '../../../ui/fields/contract-form.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { RolePicker } from '../roles/role-picker.tsx';
import { useInvite } from './spaces.queries.ts';

const loginSchema = api.spaces.invite.body.shape.login;

/** Makes somebody a member of the space, or has them sent a letter that invites them. */
export function InviteDialog({ spaceId, opened, onClose }: { spaceId: number; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t('members.invite_title')} size={420}>
      <InviteForm spaceId={spaceId} onClose={onClose} />
    </Modal>
  );
}

function InviteForm({ spaceId, onClose }: { spaceId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const [login, setLogin] = useState('');
  const [roleId, setRoleId] = useState<number>(BUILT_IN_ROLE_ID.viewer);
  const [shown, setShown] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const invite = useInvite(spaceId);
  const problem = firstProblem(loginSchema, login);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setShown(true);
    if (problem) return;
    invite.mutate(
      { login: login.trim(), role_id: roleId },
      {
        onSuccess({ user_id: member }) {
          showToast('ok', member === null ? t('invitations.sent_to', { email: login.trim() }) : t('members.invited'));
          onClose();
        },
        onError: (error) =>
          setRefusal(error instanceof ApiError && error.errors.length ? t(error.errors[0].code, error.errors[0].parameters) : null),
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          data-autofocus
          label={t('auth.login')}
          description={t('invitations.hint')}
          value={login}
          onChange={(event) => {
            setLogin(event.currentTarget.value);
            setRefusal(null);
          }}
          error={(shown && problem && t(problem)) || refusal}
          autoComplete="off"
        />
        <RolePicker spaceId={spaceId} label={t('users.role')} value={roleId} onChange={setRoleId} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={invite.isPending}>
            {t('members.invite')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
