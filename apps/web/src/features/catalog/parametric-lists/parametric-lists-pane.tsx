import { Button, Modal, Table, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParametricListCommands, useParametricLists } from './parametric-lists.queries.ts';
import { formatCount, readTyped } from '../../../lib/numbers.ts';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { Muted } from '../../../ui/text/text.tsx';
import { DeleteButton } from '../../../ui/forms/delete-button.tsx';

type Draft = { id: number | null; name: string; text: string };

/** Lists whose entries carry a parameter; the entries are typed one a line. */
export function ListsPane({ spaceId, mayEdit }: { spaceId: number; mayEdit: boolean }) {
  const { t } = useTranslation();
  const lists = useParametricLists(spaceId);
  const commands = useParametricListCommands(spaceId);
  const [draft, setDraft] = useState<Draft | null>(null);
  const quietly = (act: Promise<unknown>): void => void act.catch(() => undefined);
  const save = ({ id, name, text }: Draft): Promise<unknown> => {
    const body = { name: name.trim(), entries: readEntries(text) };
    return id === null ? commands.create(body) : commands.update(id, body);
  };
  return (
    <>
      <Muted mb={8}>{t('directories.lists_hint')}</Muted>
      {mayEdit && (
        <Button
          size="compact-sm"
          variant="subtle"
          mb={8}
          leftSection={<IconPlus size={14} stroke={1.5} />}
          onClick={() => setDraft({ id: null, name: '', text: '' })}
        >
          {t('directories.new_list')}
        </Button>
      )}
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('ui.name')}</Table.Th>
            <Table.Th ta="right">{t('directories.entries')}</Table.Th>
            <Table.Th w={40} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lists?.map(({ id, name, entries }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Button size="compact-sm" variant="transparent" p={0} onClick={() => setDraft({ id, name, text: writeEntries(entries) })}>
                  {name}
                </Button>
              </Table.Td>
              <Table.Td ta="right">{formatCount(entries.length)}</Table.Td>
              <Table.Td>{mayEdit && <DeleteButton onDelete={() => quietly(commands.remove(id))} />}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Modal
        opened={draft !== null}
        onClose={() => setDraft(null)}
        title={t(draft?.id === null ? 'directories.new_list' : 'directories.lists')}
      >
        {draft && (
          <DialogForm
            submitLabel={mayEdit ? t('ui.save') : null}
            ready={draft.name.trim() !== ''}
            onSubmit={() => save(draft)}
            onClose={() => setDraft(null)}
          >
            <TextInput
              data-autofocus
              label={t('ui.name')}
              value={draft.name}
              readOnly={!mayEdit}
              onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
            />
            <Textarea
              label={t('directories.entries')}
              description={t('directories.entries_hint')}
              autosize
              minRows={6}
              maxRows={18}
              value={draft.text}
              readOnly={!mayEdit}
              onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
            />
          </DialogForm>
        )}
      </Modal>
    </>
  );
}

/** `B25; 32,7` a line: the entry and its parameter. */
function readEntries(text: string): { name: string; value: number | null }[] {
  return text.split('\n').flatMap((line) => {
    const [name, value = ''] = line.split(/[;\t]/);
    return name.trim() ? [{ name: name.trim(), value: readTyped(value) }] : [];
  });
}

const writeEntries = (entries: readonly { name: string; value: number | null }[]): string =>
  entries.map(({ name, value }) => (value === null ? name : `${name}; ${String(value).replace('.', ',')}`)).join('\n');
