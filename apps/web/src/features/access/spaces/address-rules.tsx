import { addressRule } from '@gantry/contract';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toasts.tsx';
import { useSaveSpaceSettings, useSpaceSettings } from './spaces.queries.ts';

/** Addresses and networks that a space is entered from, one a line. */
export function AddressRules({ spaceId }: { spaceId: number }) {
  const settings = useSpaceSettings(spaceId);
  return settings ? <RulesForm key={settings.allowed_addresses.join()} spaceId={spaceId} settings={settings} /> : null;
}

function RulesForm({ spaceId, settings }: { spaceId: number; settings: { allowed_addresses: string[]; own_address: string } }) {
  const { t } = useTranslation();
  const [text, setText] = useState(settings.allowed_addresses.join('\n'));
  const save = useSaveSpaceSettings(spaceId);
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  const wrong = lines.find((line) => !addressRule.safeParse(line).success);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (wrong) return;
    // Saving remounts the form, so callbacks of the mutation would find it unmounted.
    void save.mutateAsync({ allowed_addresses: lines }).then(
      () => showToast('ok', t('spaces.settings_saved')),
      () => {},
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={480}>
        <Textarea
          aria-label={t('spaces.addresses')}
          description={t('spaces.addresses_hint', { address: settings.own_address })}
          autosize
          minRows={5}
          maxRows={20}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={wrong && `${wrong}: ${t('validation.address')}`}
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
