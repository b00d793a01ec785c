import { api } from '@gantry/contract';
import { RIGHT_TREE, type SpaceRight } from '@gantry/domain';
import { Checkbox, Input, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstProblem } from '../../../ui/fields/contract-form.ts';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { type Role, useRoleName, useSaveRole } from './roles.queries.ts';

const { name: nameSchema, rights: rightsSchema } = api.roles.create.body.shape;

/** Makes a role or changes one: its name, and its rights as a tree of places. */
export function RoleDialog({ spaceId, role, onClose }: { spaceId: number; role: Role | 'new' | null; onClose: () => void }) {
  const { t } = useTranslation();
  const nameOf = useRoleName();
  return (
    <Modal
      opened={role !== null}
      onClose={onClose}
      title={role === 'new' || role === null ? t('roles.create') : t('roles.edit_named', { name: nameOf(role) })}
      size={480}
    >
      {role && <RoleForm spaceId={spaceId} role={role === 'new' ? null : role} onClose={onClose} />}
    </Modal>
  );
}

function RoleForm({ spaceId, role, onClose }: { spaceId: number; role: Role | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState(role?.name ?? '');
  const [rights, setRights] = useState<ReadonlySet<SpaceRight>>(new Set(role?.rights ?? ['space.read', 'structure.read', 'plan.read']));
  const [shown, setShown] = useState(false);
  const save = useSaveRole(spaceId);
  const named = role?.code == null;
  const nameProblem = named ? firstProblem(nameSchema, name) : null;
  const rightsProblem = firstProblem(rightsSchema, [...rights]);
  const put = (list: readonly SpaceRight[], on: boolean): void =>
    setRights((before) => new Set(on ? [...before, ...list] : [...before].filter((right) => !list.includes(right))));
  return (
    <DialogForm
      submitLabel={t('ui.save')}
      ready={!nameProblem && !rightsProblem}
      onTry={() => setShown(true)}
      onSubmit={() => save.mutateAsync({ id: role?.id ?? null, ...(named ? { name: name.trim() } : {}), rights: [...rights] })}
      onClose={onClose}
    >
      {named && (
        <TextInput
          data-autofocus
          label={t('ui.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={shown && nameProblem ? t(nameProblem) : undefined}
          autoComplete="off"
        />
      )}
      <Input.Wrapper label={t('roles.rights')} labelElement="div" error={shown && rightsProblem ? t(rightsProblem) : undefined}>
        <Stack gap="md" mt={4}>
          {RIGHT_TREE.map(({ place, rights: list }) => {
            const on = list.filter((right) => rights.has(right)).length;
            return (
              <div key={place}>
                {list.length > 1 && (
                  <Checkbox
                    size="sm"
                    label={<b>{t(`right.place_${place}`)}</b>}
                    checked={on === list.length}
                    indeterminate={on > 0 && on < list.length}
                    onChange={(event) => put(list, event.currentTarget.checked)}
                  />
                )}
                {list.map((right) => (
                  <Checkbox
                    key={right}
                    size="sm"
                    mt={list.length > 1 ? 6 : 0}
                    ml={list.length > 1 ? 'xl' : 0}
                    label={t(`right.${right}`)}
                    checked={rights.has(right)}
                    onChange={(event) => put([right], event.currentTarget.checked)}
                  />
                ))}
              </div>
            );
          })}
        </Stack>
      </Input.Wrapper>
    </DialogForm>
  );
}
