import { Button, Group, Select } from '@mantine/core';
import { IconDeviceFloppy, IconTrash, IconUsers, IconUsersMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Preset, Presets } from '../lib/presets.ts';
import { askConfirmation } from './confirm.tsx';
import type { FieldSchema } from './contract-form.ts';
import { IconButton } from './icon-button.tsx';
import { NameDialog } from './name-dialog.tsx';

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

/** Named settings: choose one, save what is shown, share it, delete it. */
export function PresetBar<C>({ presets, chosen, content, changed, nameSchema, maySharePresets, onChoose }: Props<C>) {
  const { t } = useTranslation();
  const [naming, setNaming] = useState(false);
  const current = presets.items.find(({ id }) => id === chosen) ?? null;
  const remove = async (): Promise<void> => {
    if (!current) return;
    const sure = await askConfirmation({
      title: t('preset.delete_title'),
      text: t('preset.delete_question', { name: current.name }),
      confirmLabel: t('ui.delete'),
    });
    if (!sure) return;
    await presets.remove(current.id);
    onChoose(null);
  };
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
      {current?.own && maySharePresets && (
        <IconButton
          icon={current.shared ? IconUsersMinus : IconUsers}
          label={t(current.shared ? 'preset.unshare' : 'preset.share')}
          variant={current.shared ? 'light' : 'subtle'}
          onClick={() => void presets.update(current.id, { shared: !current.shared })}
        />
      )}
      {current?.own && <IconButton icon={IconTrash} label={t('ui.delete')} variant="subtle" onClick={() => void remove()} />}
      <Button size="compact-xs" variant="default" disabled={content === null} onClick={() => setNaming(true)}>
        {t('preset.save_as')}
      </Button>
      <NameDialog
        opened={naming}
        title={t('preset.save_as')}
        label={t('preset.name')}
        submitLabel={t('preset.save')}
        initial=""
        schema={nameSchema}
        onSubmit={async (name) => {
          if (content === null) return;
          const id = await presets.create({ name, shared: false, content });
          onChoose({ id, name, shared: false, own: true, owner: '', active: false, content });
        }}
        onClose={() => setNaming(false)}
      />
    </Group>
  );
}
