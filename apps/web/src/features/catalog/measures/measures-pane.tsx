import { Button, Group, Table, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMeasureCommands, useMeasures } from './measures.queries.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { KeptInput } from '../../../ui/fields/kept-input.tsx';
import { Muted } from '../../../ui/text/text.tsx';
import { DeleteButton } from '../../../ui/forms/delete-button.tsx';

/** Units of measure: a name, and the sign behind numbers. */
export function MeasuresPane({ spaceId, mayEdit }: { spaceId: number; mayEdit: boolean }) {
  const { t } = useTranslation();
  const measures = useMeasures(spaceId);
  const commands = useMeasureCommands(spaceId);
  const [added, setAdded] = useState({ name: '', sign: '' });
  const quietly = (act: Promise<unknown>): void => void act.catch(() => undefined);
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (added.name.trim() && added.sign.trim()) quietly(commands.create(added).then(() => setAdded({ name: '', sign: '' })));
  };
  return (
    <>
      <Muted mb={8}>{t('directories.measures_hint')}</Muted>
      {mayEdit && (
        <form onSubmit={add}>
          <Group gap={8} mb={8}>
            <TextInput
              size="xs"
              placeholder={t('ui.name')}
              aria-label={t('ui.name')}
              value={added.name}
              onChange={(event) => setAdded({ ...added, name: event.currentTarget.value })}
            />
            <TextInput
              size="xs"
              w={90}
              placeholder={t('directories.sign')}
              aria-label={t('directories.sign')}
              value={added.sign}
              onChange={(event) => setAdded({ ...added, sign: event.currentTarget.value })}
            />
            <Button
              type="submit"
              size="compact-sm"
              leftSection={<IconPlus size={14} stroke={1.5} />}
              disabled={!added.name.trim() || !added.sign.trim()}
            >
              {t('directories.add')}
            </Button>
          </Group>
        </form>
      )}
      <Table verticalSpacing={2}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('ui.name')}</Table.Th>
            <Table.Th>{t('directories.sign')}</Table.Th>
            <Table.Th ta="right">{t('directories.attributes')}</Table.Th>
            <Table.Th w={40} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {measures?.map(({ id, name, sign, attributes }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <KeptInput
                  label={t('ui.name')}
                  value={name}
                  readOnly={!mayEdit}
                  onKeep={(next) => quietly(commands.update(id, { name: next, sign }))}
                />
              </Table.Td>
              <Table.Td>
                <KeptInput
                  label={t('directories.sign')}
                  value={sign}
                  readOnly={!mayEdit}
                  onKeep={(next) => quietly(commands.update(id, { name, sign: next }))}
                />
              </Table.Td>
              <Table.Td ta="right">{formatCount(attributes)}</Table.Td>
              <Table.Td>{mayEdit && <DeleteButton onDelete={() => quietly(commands.remove(id))} />}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
