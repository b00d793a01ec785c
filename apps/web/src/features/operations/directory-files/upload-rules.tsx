import type { DirectoryUploadRule } from '@gantry/contract';
import { Button, Checkbox, Group, Select, TextInput } from '@mantine/core';
import { IconDeviceFloppy, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { useUploadRules } from './directory-files.queries.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';

type Props = {
  epsId: number;
  directoryId: number | null;
  rule: DirectoryUploadRule;
  /** Columns that may identify rows, beside id, code and name. */
  columns: readonly { id: number; name: string }[];
  onChange(change: Partial<DirectoryUploadRule>): void;
};

const KEYS = ['id', 'code', 'name'] as const;

/** Rules of an upload: how lines find rows, and the treatment of new, missing, empty and duplicated ones. */
export function UploadRules({ epsId, directoryId, rule, columns, onChange }: Props) {
  const { t } = useTranslation();
  const { rules, save, remove } = useUploadRules(epsId, directoryId);
  const [name, setName] = useState('');
  const taken = rules.find((each) => JSON.stringify(each.rule) === JSON.stringify(rule));
  const quietly = (act: Promise<unknown>): void => void act.catch(() => undefined);
  return (
    <>
      <Group grow align="flex-start">
        <Select
          label={t('directory_upload.key')}
          placeholder={t('directory_upload.key_auto')}
          clearable
          data={[
            ...KEYS.map((value) => ({ value: value as string, label: t(`directory_upload.key_${value}`) })),
            ...columns.map(({ id, name: label }) => ({ value: String(id), label })),
          ]}
          value={rule.key === null ? null : String(rule.key)}
          onChange={(key) => onChange({ key: key === null ? null : key === 'id' || key === 'code' || key === 'name' ? key : Number(key) })}
        />
        <Select
          label={t('directory_upload.duplicates')}
          allowDeselect={false}
          data={(['refuse', 'first', 'last'] as const).map((value) => ({ value, label: t(`directory_upload.duplicates_${value}`) }))}
          value={rule.duplicates}
          onChange={(duplicates) => duplicates && onChange({ duplicates })}
        />
      </Group>
      <Group grow align="flex-start">
        <Select
          label={t('directory_upload.missing')}
          allowDeselect={false}
          data={(['keep', 'remove'] as const).map((value) => ({ value, label: t(`directory_upload.missing_${value}`) }))}
          value={rule.missing}
          onChange={(missing) => missing && onChange({ missing })}
        />
        <Select
          label={t('directory_upload.empty')}
          allowDeselect={false}
          data={(['clear', 'keep'] as const).map((value) => ({ value, label: t(`directory_upload.empty_${value}`) }))}
          value={rule.empty_cells}
          onChange={(empty_cells) => empty_cells && onChange({ empty_cells })}
        />
      </Group>
      <Group grow align="flex-end">
        <TextInput
          label={t('directory_upload.sheet')}
          placeholder={t('directory_upload.sheet_first')}
          value={rule.sheet ?? ''}
          onChange={(event) => onChange({ sheet: event.currentTarget.value || null })}
        />
        <NumberField
          label={t('import.rows_to_skip')}
          min={0}
          max={1000}
          whole
          value={rule.rows_to_skip}
          onChange={(value) => onChange({ rows_to_skip: value ?? 0 })}
        />
      </Group>
      <Group gap="lg" role="group" aria-label={t('import.choice')}>
        <Checkbox label={t('import.choice_add')} checked={rule.add} onChange={(event) => onChange({ add: event.currentTarget.checked })} />
        <Checkbox
          label={t('import.choice_update')}
          checked={rule.update}
          onChange={(event) => onChange({ update: event.currentTarget.checked })}
        />
      </Group>
      {directoryId !== null && (
        <Group align="flex-end" gap="sm" wrap="nowrap">
          {rules.length > 0 && (
            <Select
              flex={1}
              label={t('import.rule')}
              placeholder={t('import.rule_none')}
              data={rules.map(({ id, name: label }) => ({ value: String(id), label }))}
              value={taken ? String(taken.id) : null}
              onChange={(id) => {
                const found = rules.find((each) => String(each.id) === id);
                if (found) onChange(found.rule);
              }}
            />
          )}
          <TextInput
            flex={1}
            label={t('import.rule_name')}
            maxLength={128}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            variant="default"
            disabled={!name.trim()}
            leftSection={<IconDeviceFloppy size={14} stroke={1.5} />}
            onClick={() =>
              quietly(
                save(name.trim(), rule).then(() => {
                  setName('');
                  showToast('ok', t('import.rule_saved'));
                }),
              )
            }
          >
            {t('import.rule_save')}
          </Button>
          {taken && <IconButton icon={IconTrash} label={t('import.rule_delete')} onClick={() => quietly(remove(taken.id))} />}
        </Group>
      )}
    </>
  );
}
