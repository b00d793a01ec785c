import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { hearInstallOffer, InstallPrompt } from './install-prompt.tsx';

afterEach(() => localStorage.clear());

it('offers to install where the browser does, and asks no more once it is installed or put off', async () => {
  hearInstallOffer();
  const { user } = await show(<InstallPrompt />);
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull();
  const prompt = vi.fn(() => Promise.resolve());
  const offer = Object.assign(new Event('beforeinstallprompt'), { prompt, userChoice: Promise.resolve({ outcome: 'accepted' as const }) });
  window.dispatchEvent(offer);
  await user.click(await screen.findByRole('button', { name: 'Install' }));
  expect(prompt).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Install' })).toBeNull());
  const again = await show(<InstallPrompt />);
  expect(again).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull();
});

it('is put off', async () => {
  const { user } = await show(<InstallPrompt />);
  await user.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull();
});
