import { IconUserMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { useRoleName, useRoles } from '../roles/roles.queries.ts';
import { useMembers } from '../spaces/spaces.queries.ts';
import { PersonBadge } from '../users/person-badge.tsx';
import { GrantForm } from './grant-form.tsx';
import { useAccessAt, useRevoke } from './grants.queries.ts';

/** Who may do what at a node and by what, with a form that gives a role there. */
export function NodeAccess({ spaceId, nodeId, mayManage }: { spaceId: number; nodeId: number; mayManage: boolean }) {
  const { t } = useTranslation();
  const access = useAccessAt(spaceId, nodeId);
  const members = useMembers(spaceId) ?? [];
  const roles = useRoles(spaceId) ?? [];
  const nameOf = useRoleName();
  const revoke = useRevoke(spaceId);
  const roleName = (id: number): string => {
    const role = roles.find((entry) => entry.id === id);
    return role ? nameOf(role) : '';
  };
  const badgeOf = ({ user_id, name }: { user_id: number; name: string }) => {
    const person = members.find(({ id }) => id === user_id);
    return person ? <PersonBadge person={person} /> : name;
  };
  return (
    <>
      {mayManage && <GrantForm spaceId={spaceId} nodeId={nodeId} />}
      {access && (
        <RecordTable label={t('grants.title')} heads={[t('grants.person'), t('grants.role'), t('grants.source'), t('roles.rights'), '']}>
          {access.map((entry) => (
            <tr key={`${entry.user_id} ${entry.node_id}`}>
              <td>{badgeOf(entry)}</td>
              <td>{roleName(entry.role_id)}</td>
              <td data-quiet>{entry.source === 'space' ? t('grants.by_space') : t('grants.by_node', { node: entry.node_name })}</td>
              <td data-quiet>{entry.rights.map((right) => t(`right.${right}`)).join(', ')}</td>
              <td data-tight>
                {mayManage && entry.node_id !== null && (
                  <IconButton
                    icon={IconUserMinus}
                    label={t('grants.revoke_named', { name: entry.name })}
                    onClick={() => entry.node_id !== null && revoke.mutate({ node_id: entry.node_id, user_id: entry.user_id })}
                  />
                )}
              </td>
            </tr>
          ))}
        </RecordTable>
      )}
    </>
  );
}
