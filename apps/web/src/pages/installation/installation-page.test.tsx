import { api } from '@gantry/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ADA, signedInWith } from '../../testing/examples.ts';
import { answer, asked, refuse } from '../../testing/fake-server.ts';
import { problemOf, show } from '../../testing/show.tsx';
import { InstallationPage } from './installation-page.tsx';

const STATE = {
  version: '1.0.0',
  node: '24.0.0',
  database: '18.4',
  started_at: '2026-03-02T08:00:00Z',
  people: 3,
  spaces: 2,
  sessions: 1,
  jobs: { waiting: 0, running: 0, failed: 0 },
  database_bytes: 2_097_152,
  log_levels: { given: 'info', set: null as string | null },
  protection: { copies: null, spaces_proven: 1 },
};

const opened = async (set: string | null = null) => {
  signedInWith();
  answer(api.users.whoAmI, { ...ADA, administrator: true });
  answer(api.installation.spaces, { total: 0, spaces: [] });
  answer(api.installation.state, { ...STATE, log_levels: { given: 'info', set } });
  answer(api.installation.setLogLevels, {});
  const page = await show(<InstallationPage />);
  await page.user.click(await screen.findByRole('tab', { name: 'System state' }));
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'What the server logs' });
  const save = within(field.closest('form') as HTMLElement).getByRole<HTMLButtonElement>('button', { name: 'Save' });
  return { ...page, field, save };
};

it('is closed to who does not look after the installation', async () => {
  signedInWith();
  answer(api.users.whoAmI, { ...ADA, administrator: false });
  await show(<InstallationPage />);
  expect(await screen.findByRole('button', { name: 'Choose a space' })).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
});

it('changes what all servers log, and shows what they log then', async () => {
  const { user, field, save } = await opened();
  expect([field.value, field.placeholder, save.disabled]).toEqual(['', 'info', true]);
  await user.type(field, ' info,job=debug ');
  answer(api.installation.state, { ...STATE, log_levels: { given: 'info', set: 'info,job=debug' } });
  await user.click(save);
  await waitFor(() => expect(asked(api.installation.setLogLevels)).toMatchObject([{ body: { levels: 'info,job=debug' } }]));
  // The page loads the state again, with the saved levels.
  await waitFor(() => expect(asked(api.installation.state).length).toBeGreaterThan(1));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'What the server logs' }).value).toBe('info,job=debug'),
  );
});

it('goes back to what the environment says where nothing is typed', async () => {
  const { user, field, save } = await opened('debug');
  expect(field.value).toBe('debug');
  await user.clear(field);
  await user.click(save);
  await waitFor(() => expect(asked(api.installation.setLogLevels)).toMatchObject([{ body: { levels: null } }]));
});

it('says what is wrong before it is sent, and keeps what was typed where the server refuses', async () => {
  const { user, field, save } = await opened();
  await user.type(field, 'loud');
  expect(problemOf(field)).toBe('A level, or levels of areas by commas, such as info,job=debug');
  expect(save.disabled).toBe(true);
  await user.clear(field);
  refuse(api.installation.setLogLevels, 'request.invalid');
  await user.type(field, 'warn');
  expect(problemOf(field)).toBe('');
  await user.click(save);
  await waitFor(() => expect(asked(api.installation.setLogLevels)).toHaveLength(1));
  expect(field.value).toBe('warn');
});
