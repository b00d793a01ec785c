import type { ImportRule, ImportSetting } from '@gantry/contract';
import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconDeviceFloppy, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { ImportRulesCopy } from './import-rules-copy.tsx';
import { useImportSettings, useSaveImportSetting } from '../import-settings/import-settings.queries.ts';

type Saved = { id: number; name: string };
type Props = {
  scheduleId: number;
  rule: ImportRule;
  saved: Saved | null;
  onTake: (setting: ImportSetting | null) => void;
  onSaved: (saved: Saved | null) => void;
};

const NONE = '';

/** Saved rules of the schedule: takes one, saves the form as one, deletes one. */
export function ImportRules({ scheduleId, rule, saved, onTake, onSaved }: Props) {
  const { t } = useTranslation();
  const settings = useImportSettings(scheduleId);
  const { save, remove } = useSaveImportSetting(scheduleId);
  const [name, setName] = useState('');
  const title = saved?.name ?? name.trim();
  const keep = (): void =>
    save.mutate(
      { id: saved?.id ?? null, name: title, rule },
      {
        onSuccess(answer) {
          onSaved({ id: saved?.id ?? ('id' in answer ? Number(answer.id) : 0), name: title });
          setName('');
          showToast('ok', t('import.rule_saved'));
        },
      },
    );
  const drop = async (setting: Saved): Promise<void> => {
    const question = {
      title: t('import.rule_delete'),
      text: t('import.rule_delete_text', { name: setting.name }),
      confirmLabel: t('ui.delete'),
    };
    if (await askConfirmation(question)) remove.mutate(setting.id, { onSuccess: () => onSaved(null) });
  };
  return (
    <Group align="flex-end" gap="sm" wrap="nowrap">
      <Select
        flex={1}
        label={t('import.rule')}
        data={[{ value: NONE, label: t('import.rule_none') }, ...settings.map(({ id, name: label }) => ({ value: String(id), label }))]}
        value={saved ? String(saved.id) : NONE}
        allowDeselect={false}
        onChange={(value) => onTake(settings.find(({ id }) => String(id) === value) ?? null)}
      />
      {!saved && (
        <TextInput
          flex={1}
          label={t('import.rule_name')}
          maxLength={128}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <Button
        variant="default"
        disabled={!title}
        loading={save.isPending}
        leftSection={<IconDeviceFloppy size={14} stroke={1.5} />}
        onClick={keep}
      >
        {t(saved ? 'import.rule_update' : 'import.rule_save')}
      </Button>
      <ImportRulesCopy scheduleId={scheduleId} />
      {saved && <IconButton icon={IconTrash} label={t('import.rule_delete')} onClick={() => void drop(saved)} />}
    </Group>
  );
}
