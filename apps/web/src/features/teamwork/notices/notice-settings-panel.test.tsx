import { api } from '@gantry/contract';
import { mailTimes } from '@gantry/domain';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answer, asked } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { NoticeSettingsPanel } from './notice-settings-panel.tsx';

const SETTINGS = {
  mail_off: false,
  mail: mailTimes({}),
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

it('says where letters go, and takes a time for each kind that is made', async () => {
  const { user } = await show(<NoticeSettingsPanel spaceId={1} />);
  expect(await screen.findByText(/ada@gantry\.example/)).toBeTruthy();
  expect(screen.getAllByRole('combobox', { name: /^Letter: / })).toHaveLength(6);
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
