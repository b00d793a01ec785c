import { api } from '@gantry/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, asked } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { CurrencySetting } from './currency-setting.tsx';

it('finds a currency by its name and saves its code', async () => {
  answer(api.spaces.settings, {
    allowed_addresses: [],
    storage_quota_mb: null,
    file_types: [],
    currency: null,
    bare_letters: false,
    outside_reports: false,
    ai_model: false,
    time_zone: null,
    server_time_zone: 'UTC',
    own_address: '127.0.0.1',
    storage_most_mb: 1000,
  });
  answer(api.spaces.saveSettings, { success: true });
  const { user } = await show(<CurrencySetting spaceId={1} />);
  await user.click(await screen.findByRole('combobox', { name: 'Currency' }));
  await user.keyboard('zloty');
  await user.click(await screen.findByRole('option', { name: /PLN/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(asked(api.spaces.saveSettings)).toMatchObject([{ body: { currency: 'PLN' } }]);
});
