import { Badge, Button, Checkbox, Menu } from '@mantine/core';
import { IconDots, IconUserMinus, IconUserOff, IconUserPlus, IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/person-name.ts';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { RolePicker } from '../roles/role-picker.tsx';
import { useRoleName } from '../roles/roles.queries.ts';
import { PersonBadge } from '../users/person-badge.tsx';
import { useWhoAmI } from '../users/users.queries.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { type Member, useChangeMember, useKickOut, useMembers, useSetExecutor } from './spaces.queries.ts';

const icon = { size: 16, stroke: 1.5 };

const standingOf = ({ login, status }: Member) => (login === null && status === 'active' ? 'no_account' : status);

/** People of a space: their roles and states; who manages people changes them. */
export function MemberList({ spaceId, mayManage }: { spaceId: number; mayManage: boolean }) {
  const { t } = useTranslation();
  const members = useMembers(spaceId) ?? [];
  const me = useWhoAmI();
  const nameOf = useRoleName();
  const [inviting, setInviting] = useState(false);
  const change = useChangeMember(spaceId);
  const executor = useSetExecutor(spaceId);
  const kickOut = useKickOut(spaceId);
  const askKickOut = async (member: Member): Promise<void> => {
    const sure = await askConfirmation({
      title: t('members.kick_out_title'),
      text: t('members.kick_out_text', { name: personName(member) }),
      confirmLabel: t('members.kick_out'),
    });
    if (sure) kickOut.mutate(member.id);
  };
  return (
    <>
      <RecordTable label={t('members.title')} heads={[t('grants.person'), t('users.role'), t('members.executor'), t('members.status'), '']}>
        {members.map((member) => {
          const name = personName(member);
          const own = member.id === me?.id;
          return (
            <tr key={member.id}>
              <td>
                <PersonBadge person={member} note={own ? t('members.you') : (member.login ?? '')} />
              </td>
              <td>
                {mayManage && !own ? (
                  <RolePicker
                    spaceId={spaceId}
                    hideLabel
                    label={t('members.role_of', { name })}
                    value={member.role_id}
                    onChange={(role_id) => change.mutate({ userId: member.id, role_id })}
                  />
                ) : (
                  nameOf({ code: member.role_name === null ? member.role : null, name: member.role_name ?? '' })
                )}
              </td>
              <td>
                <Checkbox
                  size="sm"
                  aria-label={t('members.executor_named', { name })}
                  checked={member.executor}
                  disabled={!mayManage}
                  onChange={(event) => executor.mutate({ userId: member.id, executor: event.currentTarget.checked })}
                />
              </td>
              <td>
                <Badge size="xs" variant="light" color={standingOf(member) === 'active' ? 'accent' : 'gray'}>
                  {t(`members.${standingOf(member)}`)}
                </Badge>
              </td>
              <td data-tight>
                {mayManage && !own && (
                  <Menu position="bottom-end">
                    <Menu.Target>
                      <IconButton icon={IconDots} label={t('members.more_named', { name })} />
                    </Menu.Target>
                    <Menu.Dropdown>
                      {member.status === 'active' ? (
                        <Menu.Item
                          leftSection={<IconUserOff {...icon} />}
                          onClick={() => change.mutate({ userId: member.id, status: 'disabled' })}
                        >
                          {t('members.disable')}
                        </Menu.Item>
                      ) : (
                        <Menu.Item
                          leftSection={<IconUserCheck {...icon} />}
                          onClick={() => change.mutate({ userId: member.id, status: 'active' })}
                        >
                          {t('members.activate')}
                        </Menu.Item>
                      )}
                      <Menu.Item leftSection={<IconUserMinus {...icon} />} onClick={() => void askKickOut(member)}>
                        {t('members.kick_out')}
                      </Menu.Item>
                    </Menu.Dropdown>
                  </Menu>
                )}
              </td>
            </tr>
          );
        })}
      </RecordTable>
      {mayManage && (
        <Button mt="md" variant="default" leftSection={<IconUserPlus {...icon} />} onClick={() => setInviting(true)}>
          {t('members.invite')}
        </Button>
      )}
      <InviteDialog spaceId={spaceId} opened={inviting} onClose={() => setInviting(false)} />
    </>
  );
}
