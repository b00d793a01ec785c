import type { NoticeChannel, NoticeSettings } from '@gantry/contract';
import { NOTICE_KIND_NAMES, NOTICE_MAIL_TIMES } from '@gantry/domain';
import { Button, Checkbox, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { IconDeviceDesktop, IconMailFast } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ownTimeZone } from '../../../lib/dates.ts';
import { TimeZoneSelect } from '../../../ui/fields/time-zone-select.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { useDesktopState, useSwitchDesktop } from './notices.desktop.queries.ts';
import { type NoticeSettingsChange, useNoticeSettings, useSaveNoticeSettings, useTryChannel } from './notices.settings.queries.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }));
const USUAL_QUIET = { from: 20, to: 7 };

type Part = { settings: NoticeSettings; change: (change: NoticeSettingsChange) => void };

/** How notices of a space come to the person: when each kind is mailed, and when nothing is to come. */
export function NoticeSettingsPanel({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const settings = useNoticeSettings(spaceId);
  const { mutate: change } = useSaveNoticeSettings(spaceId);
  const attempt = useTryChannel(spaceId);
  if (!settings) return null;
  const tryOut = (channel: Exclude<NoticeChannel, 'page'>): void =>
    attempt.mutate(channel, {
      onSuccess: ({ sent, reason }) =>
        showToast(sent ? 'ok' : 'warn', t(sent ? `notices.tried_${channel}` : `notices.off_${reason ?? 'mail_off'}`)),
    });
  return (
    <Stack gap="md">
      <Group justify="space-between" align="start">
        <Switch
          label={t('notices.mail')}
          description={settings.delivers ? t('notices.mail_hint', { address: settings.address }) : t('notices.off_no_mail_server')}
          checked={!settings.mail_off}
          onChange={(event) => change({ mail_off: !event.currentTarget.checked })}
        />
        <Button variant="default" leftSection={<IconMailFast size={16} />} loading={attempt.isPending} onClick={() => tryOut('mail')}>
          {t('notices.try_mail')}
        </Button>
      </Group>
      <Desktop spaceId={spaceId} webPush={settings.web_push} busy={attempt.isPending} onTry={() => tryOut('desktop')} />
      <KindTable settings={settings} change={change} />
      <Hours settings={settings} change={change} />
      <QuietHours settings={settings} change={change} />
    </Stack>
  );
}

function Desktop({ spaceId, webPush, busy, onTry }: { spaceId: number; webPush: string | null; busy: boolean; onTry(): void }) {
  const { t } = useTranslation();
  const state = useDesktopState(spaceId);
  const switching = useSwitchDesktop(spaceId, webPush);
  const reach = t(webPush === null ? 'notices.desktop_open' : 'notices.desktop_closed');
  return (
    <Group justify="space-between" align="start">
      <Switch
        label={t('notices.desktop')}
        description={state === 'unsupported' || state === 'refused' ? t(`notices.desktop_${state}`) : reach}
        checked={state === 'on'}
        disabled={state === 'unsupported' || state === 'refused' || switching.isPending}
        onChange={(event) =>
          switching.mutate(event.currentTarget.checked, { onError: () => showToast('error', t('notices.desktop_failed')) })
        }
      />
      {webPush !== null && state === 'on' && (
        <Button variant="default" leftSection={<IconDeviceDesktop size={16} />} loading={busy} onClick={onTry}>
          {t('notices.try_desktop')}
        </Button>
      )}
    </Group>
  );
}

function KindTable({ settings, change }: Part) {
  const { t } = useTranslation();
  return (
    <RecordTable label={t('notices.kinds')} heads={[t('notices.kind'), t('notices.mailed'), t('notices.on_desktop')]}>
      {NOTICE_KIND_NAMES.map((kind) => (
        <tr key={kind}>
          <td style={{ whiteSpace: 'normal' }}>{t(`notices.about_${kind}`)}</td>
          <td>
            <Select
              aria-label={t('ui.named', { name: t('notices.mailed'), text: t(`notices.about_${kind}`) })}
              size="xs"
              miw={116}
              allowDeselect={false}
              disabled={settings.mail_off}
              data={NOTICE_MAIL_TIMES.map((time) => ({ value: time, label: t(`notices.time_${time}`) }))}
              value={settings.mail[kind]}
              onChange={(value) => {
                const time = NOTICE_MAIL_TIMES.find((one) => one === value);
                if (time) change({ mail: { [kind]: time } });
              }}
            />
          </td>
          <td>
            <Checkbox
              aria-label={t('ui.named', { name: t('notices.on_desktop'), text: t(`notices.about_${kind}`) })}
              checked={settings.desktop[kind]}
              onChange={(event) => change({ desktop: { [kind]: event.currentTarget.checked } })}
            />
          </td>
        </tr>
      ))}
    </RecordTable>
  );
}

function Hours({ settings, change }: Part) {
  const { t } = useTranslation();
  return (
    <Group align="end">
      <Select
        label={t('notices.hour')}
        allowDeselect={false}
        data={HOURS}
        value={String(settings.hour)}
        onChange={(value) => change({ hour: Number(value) })}
        w={220}
      />
      <TimeZoneSelect
        label={t('notices.zone')}
        placeholder={t('notices.zone_of_space')}
        value={settings.time_zone}
        onChange={(value) => change({ time_zone: value })}
        w={280}
      />
      {settings.time_zone !== ownTimeZone() && (
        <Button variant="subtle" onClick={() => change({ time_zone: ownTimeZone() })}>
          {t('notices.zone_here', { zone: ownTimeZone() })}
        </Button>
      )}
    </Group>
  );
}

function QuietHours({ settings: { quiet }, change }: Part) {
  const { t } = useTranslation();
  const hour = (part: 'from' | 'to') =>
    quiet && (
      <Select
        aria-label={t(`notices.quiet_${part}`)}
        allowDeselect={false}
        data={HOURS}
        value={String(quiet[part])}
        onChange={(value) => change({ quiet: { ...quiet, [part]: Number(value) } })}
        w={110}
      />
    );
  return (
    <Group>
      <Checkbox
        label={t('notices.quiet')}
        description={t('notices.quiet_hint')}
        checked={quiet !== null}
        onChange={(event) => change({ quiet: event.currentTarget.checked ? USUAL_QUIET : null })}
      />
      {quiet && (
        <Group gap="xs">
          {hour('from')}
          <Text span>–</Text>
          {hour('to')}
        </Group>
      )}
    </Group>
  );
}
