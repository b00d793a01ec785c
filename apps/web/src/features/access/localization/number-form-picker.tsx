import { Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DECIMAL_MARKS,
  formatNumber,
  GROUP_MARKS,
  type NumberForm,
  parseNumberForm,
  setNumberForm,
  writeNumberForm,
} from '../../../lib/numbers.ts';
import { readNumberForm, saveNumberForm } from '../../../lib/storage/client-storage.ts';
import { currentLanguage } from '../../../lib/texts/i18n.ts';

const NAMES: Record<string, string> = { auto: 'auto', ',': 'comma', '.': 'point', '\u00a0': 'space', '’': 'apostrophe', '': 'none' };
const SAMPLE = 1_234_567.89;

/** Which marks separate decimals and thousands on this device. */
export function NumberFormPicker() {
  const { t } = useTranslation();
  const [form, setForm] = useState(() => parseNumberForm(readNumberForm()));
  const change = (part: Partial<NumberForm>): void => {
    const next = { ...form, ...part };
    saveNumberForm(writeNumberForm(next));
    setNumberForm(next, currentLanguage());
    setForm(next);
  };
  const named = (marks: readonly string[]) =>
    marks.map((mark) => ({ value: mark || 'none', label: t(`localization.mark_${NAMES[mark]}`) }));
  return (
    <>
      <Group gap={12} grow preventGrowOverflow={false}>
        <Select
          label={t('localization.decimal_mark')}
          data={named(DECIMAL_MARKS)}
          value={form.point}
          allowDeselect={false}
          onChange={(value) => change({ point: DECIMAL_MARKS.find((mark) => mark === value) ?? 'auto' })}
        />
        <Select
          label={t('localization.group_mark')}
          data={named(GROUP_MARKS)}
          value={form.group || 'none'}
          allowDeselect={false}
          onChange={(value) => change({ group: GROUP_MARKS.find((mark) => (mark || 'none') === value) ?? GROUP_MARKS[0] })}
        />
      </Group>
      <Text size="sm" c="dimmed" mt={4} aria-live="polite">
        {t('localization.number_sample', { sample: formatNumber(SAMPLE) })}
      </Text>
    </>
  );
}
