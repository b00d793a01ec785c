import { Button, Group, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeZoneSelect } from '../../../ui/fields/time-zone-select.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { useSaveSpaceSettings, useSpaceSettings } from './spaces.queries.ts';

/** The zone that the space counts its days and hours in. */
export function TimeZoneSetting({ spaceId }: { spaceId: number }) {
  const settings = useSpaceSettings(spaceId);
  if (!settings) return null;
  return <ZoneForm key={settings.time_zone} spaceId={spaceId} zone={settings.time_zone} ofServer={settings.server_time_zone} />;
}

function ZoneForm({ spaceId, zone, ofServer }: { spaceId: number; zone: string | null; ofServer: string }) {
  const { t } = useTranslation();
  const [value, setValue] = useState(zone);
  const save = useSaveSpaceSettings(spaceId);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save.mutateAsync({ time_zone: value }).then(
      () => showToast('ok', t('spaces.settings_saved')),
      () => {},
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={480}>
        <TimeZoneSelect
          aria-label={t('spaces.time_zone')}
          description={t('spaces.time_zone_hint', { zone: ofServer })}
          placeholder={ofServer}
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
