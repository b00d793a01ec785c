import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconDeviceFloppy, IconPencil, IconTrash, IconUsers, IconUsersMinus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Preset, Presets } from '../../lib/storage/presets.ts';
import { type FieldSchema, firstProblem } from '../fields/contract-form.ts';
import { IconButton } from '../icon-button.tsx';
import { askPresetDeletion } from './preset-deletion.ts';

type Props<C> = {
  presets: Presets<C>;
  /** The one that is shown; null = none. */
  chosen: number | null;
  /** What would be saved; null = nothing to save. */
  content: C | null;
  /** Whether what is shown differs from what is saved. */
  changed: boolean;
  nameSchema: FieldSchema;
  maySharePresets: boolean;
  onChoose(preset: Preset<C> | null): void;
};

/** Named settings: choose one, save what is shown, rename it, share it, delete it. */
export function PresetBar<C>({ presets, chosen, content, changed, nameSchema, maySharePresets, onChoose }: Props<C>) {
  const { t } = useTranslation();
  const [naming, setNaming] = useState<'new' | 'other' | null>(null);
  /** What asked for a name last: focus goes back to it. */
  const [asking, setAsking] = useState<typeof naming>(null);
  const ask = (what: typeof naming): void => {
    setAsking(what);
    setNaming(what);
  };
  const current = presets.items.find(({ id }) => id === chosen) ?? null;
  const remove = async (): Promise<void> => {
    if (!current) return;
    const sure = await askPresetDeletion(t, current.name);
    if (!sure) return;
    await presets.remove(current.id);
    onChoose(null);
  };
  if (naming === 'other' && current)
    return (
      <NameForm
        key={current.id}
        schema={nameSchema}
        former={current.name}
        onCancel={() => setNaming(null)}
        onSave={async (name) => {
          if (name !== current.name) await presets.update(current.id, { name });
          setNaming(null);
        }}
      />
    );
  if (naming === 'new' && content !== null)
    return (
      <NameForm
        schema={nameSchema}
        onCancel={() => setNaming(null)}
        onSave={async (name) => {
          const id = await presets.create({ name, shared: false, content });
          setNaming(null);
          onChoose({ id, name, shared: false, own: true, owner: '', active: false, content });
        }}
      />
    );
  return (
    <Group gap={4} wrap="nowrap">
      <Select
        size="xs"
        flex={1}
        clearable
        searchable={presets.items.length > 8}
        placeholder={t('preset.none')}
        aria-label={t('preset.choose')}
        comboboxProps={{ withinPortal: false }}
        value={chosen === null ? null : String(chosen)}
        data={presets.items.map(({ id, name, own, owner }) => ({ value: String(id), label: own ? name : `${name} — ${owner}` }))}
        onChange={(value) => onChoose(presets.items.find(({ id }) => String(id) === value) ?? null)}
      />
      {current?.own && changed && content !== null && (
        <IconButton
          icon={IconDeviceFloppy}
          label={t('preset.save')}
          variant="subtle"
          onClick={() => void presets.update(current.id, { content })}
        />
      )}
      {current?.own && (
        <IconButton icon={IconPencil} label={t('ui.rename')} variant="subtle" autoFocus={asking === 'other'} onClick={() => ask('other')} />
      )}
      {current?.own && maySharePresets && (
        <IconButton
          icon={current.shared ? IconUsersMinus : IconUsers}
          label={t(current.shared ? 'preset.unshare' : 'preset.share')}
          variant={current.shared ? 'light' : 'subtle'}
          onClick={() => void presets.update(current.id, { shared: !current.shared })}
        />
      )}
      {current?.own && <IconButton icon={IconTrash} label={t('ui.delete')} variant="subtle" onClick={() => void remove()} />}
      <Button size="compact-xs" variant="default" disabled={content === null} autoFocus={asking === 'new'} onClick={() => ask('new')}>
        {t('preset.save_as')}
      </Button>
    </Group>
  );
}

/** Asks for a name in the place of the list: a dialog over the panel would close it. */
type NameProps = {
  schema: FieldSchema;
  /** The name that is changed. */
  former?: string;
  onSave(name: string): Promise<void>;
  onCancel(): void;
};
function NameForm({ schema, former = '', onSave, onCancel }: NameProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(former);
  const [asked, setAsked] = useState(false);
  const problem = firstProblem(schema, name);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    // The error handler tells of a refusal; the form stays.
    if (!problem) void onSave(name.trim()).catch(() => undefined);
  };
  return (
    <form onSubmit={save} noValidate>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <TextInput
          size="xs"
          flex={1}
          autoFocus
          // Escape closes this field and leaves the panel around it open.
          data-mantine-stop-propagation
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            onCancel();
          }}
          onFocus={(event) => event.currentTarget.select()}
          aria-label={t('preset.name')}
          placeholder={t('preset.name')}
          value={name}
          error={asked && problem ? t(problem) : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button size="xs" type="submit">
          {t('preset.save')}
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      </Group>
    </form>
  );
}
