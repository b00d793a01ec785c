import { api } from '@gantry/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, asked } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { TimeZoneSetting } from './time-zone-setting.tsx';

it('finds a zone by its city and saves its name', async () => {
  const settings = {
    allowed_addresses: [],
    storage_quota_mb: null,
    file_types: [],
    currency: null,
    own_address: '127.0.0.1',
    storage_most_mb: 1000,
  };
  answer(api.spaces.settings, {
    ...settings,
    time_zone: null,
    bare_letters: false,
    outside_reports: false,
    ai_model: false,
    server_time_zone: 'UTC',
  });
  answer(api.spaces.saveSettings, { success: true });
  const { user } = await show(<TimeZoneSetting spaceId={1} />);
  await user.click(await screen.findByRole('combobox', { name: 'Time zone of the space' }));
  await user.keyboard('vladivostok');
  await user.click(await screen.findByRole('option', { name: /Asia\/Vladivostok/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(asked(api.spaces.saveSettings)).toMatchObject([{ body: { time_zone: 'Asia/Vladivostok' } }]);
});
