import type { DirectoryList } from '@gantry/contract';
import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, readTyped } from '../../../../lib/numbers.ts';
import { DialogForm } from '../../../../ui/forms/dialog-form.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { ContentCommands } from '../directories.queries.ts';
import { Muted } from '../../../../ui/text/text.tsx';
import classes from './side-panels.module.css';

type Draft = { list: DirectoryList | null; name: string; text: string };

/** Lists of a directory that cells are chosen from; the values of one are typed one a line. */
export function ListsPanel({
  lists,
  commands,
  readOnly,
}: {
  lists: readonly DirectoryList[];
  commands: ContentCommands;
  readOnly: boolean;
}) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<Draft | null>(null);
  const save = ({ list, name, text }: Draft): Promise<unknown> => {
    const values = readValues(text);
    if (!list) return commands.addList(name.trim(), values);
    // What has the text of a value before is that value: cells hold its id.
    const ids = new Map(list.values.map((value) => [value.text, value.id]));
    const kept = values.map((value) => {
      const id = ids.get(value.text);
      return id === undefined ? { ...value, id } : { ...value, id };
    });
    const renamed = list.values.length === values.length && kept.filter(({ id }) => id === undefined).length === 1;
    const missing = renamed ? list.values.find(({ id }) => !kept.some((value) => value.id === id)) : undefined;
    const final = kept.map((value) => (value.id === undefined && missing ? { ...value, id: missing.id } : value));
    return commands.setList(list.id, name.trim(), final);
  };
  return (
    <div className={classes.panel}>
      <Muted>{t('directory.lists_hint')}</Muted>
      {lists.map((list) => (
        <div key={list.id} className={classes.line}>
          <button type="button" className={classes.open} onClick={() => setDraft({ list, name: list.name, text: writeValues(list) })}>
            {list.name}
          </button>
          <span className={classes.quiet}>{formatCount(list.values.length)}</span>
          {!readOnly && (
            <IconButton
              icon={IconTrash}
              size="sm"
              variant="subtle"
              label={t('directory.delete_list', { name: list.name })}
              onClick={() => void commands.removeList(list.id).catch(() => undefined)}
            />
          )}
        </div>
      ))}
      {!readOnly && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.5} />}
          onClick={() => setDraft({ list: null, name: '', text: '' })}
        >
          {t('directories.new_list')}
        </Button>
      )}
      <Modal opened={draft !== null} onClose={() => setDraft(null)} title={draft?.list?.name ?? t('directories.new_list')} size={460}>
        {draft && (
          <DialogForm
            submitLabel={readOnly ? null : t('ui.save')}
            ready={draft.name.trim() !== ''}
            onSubmit={() => save(draft)}
            onClose={() => setDraft(null)}
          >
            <TextInput
              data-autofocus
              label={t('ui.name')}
              value={draft.name}
              readOnly={readOnly}
              onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
              autoComplete="off"
            />
            <Textarea
              label={t('directory.list_values')}
              description={t('directories.entries_hint')}
              autosize
              minRows={6}
              maxRows={18}
              value={draft.text}
              readOnly={readOnly}
              onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
            />
          </DialogForm>
        )}
      </Modal>
    </div>
  );
}

/** `B25; 32,7` a line: the value and its parameter. */
function readValues(text: string): { text: string; parameter: number | null }[] {
  return text.split('\n').flatMap((line) => {
    const [value, parameter = ''] = line.split(/[;\t]/);
    return value.trim() ? [{ text: value.trim(), parameter: readTyped(parameter) }] : [];
  });
}

const writeValues = ({ values }: DirectoryList): string =>
  values.map(({ text, parameter }) => (parameter === null ? text : `${text}; ${String(parameter).replace('.', ',')}`)).join('\n');
