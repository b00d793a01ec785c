import { api } from '@gantry/contract';
import { NOTICE_KIND_NAMES, mailTimes } from '@gantry/domain';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, asked } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { NoticeSettingsPanel } from './notice-settings-panel.tsx';

const SETTINGS = {
  mail_off: false,
  mail: mailTimes({}),
  desktop: Object.fromEntries(NOTICE_KIND_NAMES.map((kind) => [kind, true])) as Record<(typeof NOTICE_KIND_NAMES)[number], boolean>,
  web_push: null as string | null,
  hour: 8,
  time_zone: null,
  quiet: null,
  address: 'ada@gantry.example',
  delivers: true,
};

beforeEach(() => {
  answer(api.notices.settings, SETTINGS);
  answer(api.notices.saveSettings, { success: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** A browser that asks the person once, who answers so. */
function desktopAnswers(answered: NotificationPermission): void {
  const desktop = {
    permission: 'default' as NotificationPermission,
    requestPermission: async () => (desktop.permission = answered),
  };
  vi.stubGlobal('Notification', desktop);
}

/** A worker of the browser with its place at a push service. */
function pushServiceOf(endpoint: string) {
  const subscription = { endpoint, toJSON: () => ({ keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) } }) };
  const pushManager = { subscribe: vi.fn(async () => subscription), getSubscription: async () => subscription };
  const register = vi.fn(async () => ({ pushManager }));
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), { serviceWorker: { register, ready: Promise.resolve({ pushManager }) } }),
  );
  return { register, pushManager };
}
const desktopSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Notices on the desktop/ });

it('says where letters go, and takes a time for each kind that is made', async () => {
  const { user } = await show(<NoticeSettingsPanel spaceId={1} />);
  expect(await screen.findByText(/ada@gantry\.example/)).toBeTruthy();
  expect(screen.getAllByRole('combobox', { name: /^Letter: / })).toHaveLength(NOTICE_KIND_NAMES.length);
  await user.click(screen.getByRole('combobox', { name: 'Letter: Somebody mentions me' }));
  await user.click(await screen.findByRole('option', { name: 'At once' }));
  await waitFor(() => expect(asked(api.notices.saveSettings)).toMatchObject([{ body: { mail: { mention: 'now' } } }]));
});

it('takes quiet hours, and gives them up', async () => {
  const { user } = await show(<NoticeSettingsPanel spaceId={1} />);
  await user.click(await screen.findByRole('checkbox', { name: 'Quiet hours' }));
  await waitFor(() => expect(asked(api.notices.saveSettings)).toMatchObject([{ body: { quiet: { from: 20, to: 7 } } }]));
});

it('tries whether letters arrive, and says why they do not', async () => {
  answer(api.notices.testChannel, { channel: 'mail', sent: false, reason: 'no_mail_server' });
  const { user } = await show(<NoticeSettingsPanel spaceId={1} />);
  await user.click(await screen.findByRole('button', { name: 'Send me a test letter' }));
  expect((await screen.findAllByText('This installation has no mail server: no letters go out')).length).toBeGreaterThan(0);
});

it('asks the browser before it shows notices on the desktop, and keeps a no', async () => {
  desktopAnswers('denied');
  const { user } = await show(<NoticeSettingsPanel spaceId={1} />);
  await user.click(await desktopSwitch());
  expect(await screen.findByText('The browser refuses them to this site: its settings allow them again')).toBeTruthy();
  expect([(await desktopSwitch()).checked, (await desktopSwitch()).disabled]).toEqual([false, true]);
});

it('shows notices on the desktop of this browser while a page is open, and takes kinds out of it', async () => {
  desktopAnswers('granted');
  const { user } = await show(<NoticeSettingsPanel spaceId={1} />);
  await user.click(await desktopSwitch());
  await waitFor(async () => expect((await desktopSwitch()).checked).toBe(true));
  expect([asked(api.notices.addDevice), screen.queryByRole('button', { name: 'Send one to my desktop' })]).toEqual([[], null]);
  await user.click(screen.getByRole('checkbox', { name: 'Desktop: Somebody mentions me' }));
  await waitFor(() => expect(asked(api.notices.saveSettings)).toMatchObject([{ body: { desktop: { mention: false } } }]));
});

it('signs the browser up where the installation calls push services, tries it, and gives it up again', async () => {
  answer(api.notices.settings, { ...SETTINGS, web_push: 'key' });
  answer(api.notices.addDevice, {});
  answer(api.notices.removeDevice, {});
  answer(api.notices.testChannel, { channel: 'desktop', sent: true, reason: null });
  desktopAnswers('granted');
  const { register, pushManager } = pushServiceOf('https://push.example/1');
  const { user } = await show(<NoticeSettingsPanel spaceId={1} />);
  await user.click(await desktopSwitch());
  await user.click(await screen.findByRole('button', { name: 'Send one to my desktop' }));
  expect([register.mock.calls, pushManager.subscribe.mock.calls]).toEqual([
    [['/notices-worker.js']],
    [[{ userVisibleOnly: true, applicationServerKey: 'key' }]],
  ]);
  expect(asked(api.notices.addDevice)).toMatchObject([{ body: { endpoint: 'https://push.example/1' } }]);
  expect(asked(api.notices.testChannel)).toMatchObject([{ body: { channel: 'desktop' } }]);
  await user.click(await desktopSwitch());
  await waitFor(() => expect(asked(api.notices.removeDevice)).toMatchObject([{ body: { endpoint: 'https://push.example/1' } }]));
  await waitFor(async () => expect((await desktopSwitch()).checked).toBe(false));
});
