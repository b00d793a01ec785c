import { SPACE_RIGHTS } from '@gantry/domain';
import { Badge, Button, Group } from '@mantine/core';
import { IconArrowBackUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { type Role, useRemoveRole, useRoleName, useRoles } from './roles.queries.ts';

/** Roles of a space with their rights, editable by those who manage roles. */
export function RoleList({ spaceId, mayManage }: { spaceId: number; mayManage: boolean }) {
  const { t } = useTranslation();
  const roles = useRoles(spaceId) ?? [];
  const nameOf = useRoleName();
  const [editing, setEditing] = useState<Role | 'new' | null>(null);
  const remove = useRemoveRole(spaceId);
  const askRemove = async (role: Role): Promise<void> => {
    const kind = role.code ? 'reset' : 'delete';
    const sure = await askConfirmation({
      title: t(`roles.${kind}_title`),
      text: t(`roles.${kind}_text`, { name: nameOf(role) }),
      confirmLabel: t(role.code ? 'roles.reset' : 'ui.delete'),
    });
    if (sure) remove.mutate(role.id);
  };
  const rightsOf = ({ rights }: Role): string =>
    rights.length === SPACE_RIGHTS.length ? t('roles.all_rights') : rights.map((right) => t(`right.${right}`)).join(', ');
  return (
    <>
      <RecordTable label={t('roles.title')} heads={[t('ui.name'), t('roles.rights'), t('roles.members'), '']}>
        {roles.map((role) => (
          <tr key={role.id}>
            <td>
              <Group gap="sm" wrap="nowrap">
                <span>{nameOf(role)}</span>
                {role.changed && (
                  <Badge size="xs" variant="light">
                    {t('roles.changed')}
                  </Badge>
                )}
              </Group>
            </td>
            <td data-quiet>{rightsOf(role)}</td>
            <td data-tight>{formatCount(role.members)}</td>
            <td data-tight>
              {mayManage && role.code !== 'owner' && (
                <Group gap={4} wrap="nowrap" justify="flex-end">
                  <IconButton icon={IconPencil} label={t('roles.edit_named', { name: nameOf(role) })} onClick={() => setEditing(role)} />
                  {role.code === null && (
                    <IconButton
                      icon={IconTrash}
                      label={t('roles.delete_named', { name: nameOf(role) })}
                      onClick={() => void askRemove(role)}
                    />
                  )}
                  {role.changed && (
                    <IconButton
                      icon={IconArrowBackUp}
                      label={t('roles.reset_named', { name: nameOf(role) })}
                      onClick={() => void askRemove(role)}
                    />
                  )}
                </Group>
              )}
            </td>
          </tr>
        ))}
      </RecordTable>
      {mayManage && (
        <Button mt="md" variant="default" leftSection={<IconPlus size={16} stroke={1.5} />} onClick={() => setEditing('new')}>
          {t('roles.create')}
        </Button>
      )}
      <RoleDialog spaceId={spaceId} role={editing} onClose={() => setEditing(null)} />
    </>
  );
}
