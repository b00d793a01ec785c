import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RolePicker } from '../roles/role-picker.tsx';
import { useMembers } from '../spaces/spaces.queries.ts';
import { PersonPicker } from '../users/person-picker.tsx';
import { useGrant } from './grants.queries.ts';

type Props = { spaceId: number; nodeId: number; narrow?: boolean; onGiven?: () => void };

/** Gives a member a role on a node; `narrow` stacks the fields as a panel has room for them. */
export function GrantForm({ spaceId, nodeId, narrow = false, onGiven }: Props) {
  const { t } = useTranslation();
  const [userId, setUserId] = useState<number | null>(null);
  const [roleId, setRoleId] = useState<number>(BUILT_IN_ROLE_ID.planner);
  const members = useMembers(spaceId) ?? [];
  const grant = useGrant(spaceId);
  const given = (): void => {
    setUserId(null);
    onGiven?.();
  };
  const give = (): void => {
    if (userId !== null) grant.mutate({ node_id: nodeId, user_id: userId, role_id: roleId }, { onSuccess: given });
  };
  const Row = narrow ? Stack : Group;
  return (
    <Row align={narrow ? 'stretch' : 'flex-end'} gap={narrow ? 'xs' : 'md'}>
      <PersonPicker
        label={t('grants.person')}
        people={members.filter(({ status }) => status === 'active')}
        value={userId}
        onChange={setUserId}
      />
      <RolePicker spaceId={spaceId} label={t('grants.role')} value={roleId} onChange={setRoleId} />
      <Button disabled={userId === null} loading={grant.isPending} onClick={give}>
        {t('grants.give')}
      </Button>
    </Row>
  );
}
