import { Select } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/texts/i18n.ts';
import { LANGUAGE_NAMES } from '../../../lib/languages.ts';
import { chooseLanguageByHand, useLanguages } from './localization.queries.ts';

/** Choice of the interface language. */
export function LanguagePicker({ label = false }: { label?: boolean }) {
  const { t } = useTranslation();
  const languages = useLanguages();
  return (
    <Select
      w={label ? undefined : 140}
      label={label ? t('localization.language') : undefined}
      aria-label={t('localization.language')}
      leftSection={<IconLanguage size={16} stroke={1.5} />}
      data={languages.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
      value={currentLanguage()}
      allowDeselect={false}
      onChange={(value) => value && void chooseLanguageByHand(value)}
    />
  );
}
