import { Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';

type Props = {
  placeholder: string;
  typed: string;
  onType: (text: string) => void;
  /** How many are listed, and how many there are. */
  found: { shown: number; total: number } | undefined;
};

/** Words that a list is searched for, and how much of it is shown. */
export function FoundField({ placeholder, typed, onType, found }: Props) {
  const { t } = useTranslation();
  return (
    <Group gap="md" mb="md">
      <TextInput
        w={280}
        aria-label={t('audit.search')}
        placeholder={placeholder}
        leftSection={<IconSearch size={16} stroke={1.5} />}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {found && found.total > found.shown && (
        <span>{t('installation.shown_of', { shown: formatCount(found.shown), total: formatCount(found.total) })}</span>
      )}
    </Group>
  );
}
