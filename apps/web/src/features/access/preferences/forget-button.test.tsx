import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dialog, show } from '../../../testing/show.tsx';
import { ForgetButton } from './forget-button.tsx';

it('forgets on demand what the browser remembers; the session, the theme and the form of numbers stay', async () => {
  const kept = { authorization_token_gantry: 't', DarkThemeActive: 'true', number_form: ', | .' };
  const gone = { last_used_space_id_7: '3', last_used_localization: 'fr', disconnect_counter: '4', notices_on_desktop_3: 'on' };
  for (const [key, value] of Object.entries({ ...kept, ...gone })) localStorage.setItem(key, value);
  const { user } = await show(<ForgetButton />);
  await user.click(screen.getByRole('button', { name: 'Clear this browser’s memory' }));
  expect(localStorage).toHaveLength(7);
  await user.click(within(await dialog('Clear what this browser remembers?')).getByRole('button', { name: 'Clear this browser’s memory' }));
  expect(await screen.findByText('Cleared')).toBeTruthy();
  expect({ ...localStorage }).toEqual(kept);
});
