import { Button, Group, Select, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toasts.tsx';
import { useSaveSpaceSettings, useSpaceSettings } from './spaces.queries.ts';

/** What amounts of money in the space are of. */
export function CurrencySetting({ spaceId }: { spaceId: number }) {
  const settings = useSpaceSettings(spaceId);
  return settings ? <CurrencyForm key={settings.currency} spaceId={spaceId} currency={settings.currency} /> : null;
}

function CurrencyForm({ spaceId, currency }: { spaceId: number; currency: string | null }) {
  const { t, i18n } = useTranslation();
  const [value, setValue] = useState(currency);
  const save = useSaveSpaceSettings(spaceId);
  const names = new Intl.DisplayNames([i18n.language], { type: 'currency' });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save.mutateAsync({ currency: value }).then(
      () => showToast('ok', t('spaces.settings_saved')),
      () => {},
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={480}>
        <Select
          aria-label={t('spaces.currency')}
          description={t('spaces.currency_hint')}
          placeholder={t('spaces.currency_none')}
          searchable
          clearable
          limit={60}
          value={value}
          onChange={setValue}
          data={Intl.supportedValuesOf('currency').map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }))}
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
