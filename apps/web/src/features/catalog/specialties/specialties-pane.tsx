import { Button, Group, Pill, Select, Table, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/person-name.ts';
import { useMembers } from '../../access/spaces/spaces.queries.ts';
import { useSpecialties, useSpecialtyCommands } from './specialties.queries.ts';
import { KeptInput } from '../../../ui/fields/kept-input.tsx';
import { Muted } from '../../../ui/text/text.tsx';
import { DeleteButton } from '../../../ui/forms/delete-button.tsx';

/** Specialties and the people who have them. */
export function SpecialtiesPane({ spaceId, mayEdit }: { spaceId: number; mayEdit: boolean }) {
  const { t } = useTranslation();
  const specialties = useSpecialties(spaceId);
  const commands = useSpecialtyCommands(spaceId);
  const members = useMembers(spaceId) ?? [];
  const [name, setName] = useState('');
  const quietly = (act: Promise<unknown>): void => void act.catch(() => undefined);
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim()) quietly(commands.create({ name }).then(() => setName('')));
  };
  return (
    <>
      <Muted mb={8}>{t('directories.specialties_hint')}</Muted>
      {mayEdit && (
        <form onSubmit={add}>
          <Group gap={8} mb={8}>
            <TextInput
              size="xs"
              placeholder={t('ui.name')}
              aria-label={t('ui.name')}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" size="compact-sm" leftSection={<IconPlus size={14} stroke={1.5} />} disabled={!name.trim()}>
              {t('directories.add')}
            </Button>
          </Group>
        </form>
      )}
      <Table verticalSpacing={2}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={240}>{t('ui.name')}</Table.Th>
            <Table.Th>{t('directories.people')}</Table.Th>
            <Table.Th w={40} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {specialties?.map(({ id, name: own, people }) => {
            const free = members.filter((member) => !people.some(({ user_id }) => user_id === member.id));
            return (
              <Table.Tr key={id}>
                <Table.Td>
                  <KeptInput
                    label={t('ui.name')}
                    value={own}
                    readOnly={!mayEdit}
                    onKeep={(next) => quietly(commands.update(id, { name: next }))}
                  />
                </Table.Td>
                <Table.Td>
                  <Group gap={4}>
                    {people.map((person) => (
                      <Pill key={person.id} withRemoveButton={mayEdit} onRemove={() => quietly(commands.unassign(person.id))}>
                        {person.name}
                      </Pill>
                    ))}
                    {mayEdit && free.length > 0 && (
                      <Select
                        size="xs"
                        w={160}
                        aria-label={t('directories.add_person')}
                        placeholder={t('directories.add_person')}
                        searchable
                        data={free.map((person) => ({ value: String(person.id), label: personName(person) }))}
                        value={null}
                        onChange={(chosen) => chosen && quietly(commands.assign(Number(chosen), id))}
                      />
                    )}
                  </Group>
                </Table.Td>
                <Table.Td>{mayEdit && <DeleteButton onDelete={() => quietly(commands.remove(id))} />}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </>
  );
}
