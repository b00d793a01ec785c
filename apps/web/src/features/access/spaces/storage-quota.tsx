import { fileType } from '@gantry/contract';
import { Button, Group, Stack, TagsInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { useSaveSpaceSettings, useSpaceSettings } from './spaces.queries.ts';

/** What the files of a space may take together. */
export function StorageQuota({ spaceId }: { spaceId: number }) {
  const settings = useSpaceSettings(spaceId);
  if (!settings) return null;
  return <QuotaForm key={settings.storage_quota_mb} spaceId={spaceId} quota={settings.storage_quota_mb} most={settings.storage_most_mb} />;
}

function QuotaForm({ spaceId, quota, most }: { spaceId: number; quota: number | null; most: number }) {
  const { t } = useTranslation();
  const [value, setValue] = useState(quota);
  const save = useSaveSpaceSettings(spaceId);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!event.currentTarget.checkValidity()) return;
    void save.mutateAsync({ storage_quota_mb: value }).then(
      () => showToast('ok', t('spaces.settings_saved')),
      () => {},
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={480}>
        <NumberField
          whole
          aria-label={t('spaces.quota')}
          description={t('spaces.quota_hint', { most: formatCount(most) })}
          placeholder={formatCount(most)}
          unit={t('spaces.quota_unit').trim()}
          min={1}
          value={value}
          onChange={setValue}
        />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('ui.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Which files the space takes, by their extensions. */
export function FileTypes({ spaceId }: { spaceId: number }) {
  const settings = useSpaceSettings(spaceId);
  return settings ? <TypesForm key={settings.file_types.join()} spaceId={spaceId} types={settings.file_types} /> : null;
}

function TypesForm({ spaceId, types }: { spaceId: number; types: string[] }) {
  const { t } = useTranslation();
  const [value, setValue] = useState(types);
  const save = useSaveSpaceSettings(spaceId);
  const wrong = value.find((one) => !fileType.safeParse(one).success);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (wrong !== undefined) return;
    void save.mutateAsync({ file_types: value }).then(
      () => showToast('ok', t('spaces.settings_saved')),
      () => {},
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={480}>
        <TagsInput
          aria-label={t('spaces.file_types')}
          description={t('spaces.file_types_hint')}
          splitChars={[',', ' ', ';']}
          acceptValueOnBlur
          clearable
          maxTags={200}
          value={value}
          onChange={setValue}
          error={wrong !== undefined && `${wrong}: ${t('validation.file_type')}`}
        />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={wrong !== undefined}>
            {t('ui.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
