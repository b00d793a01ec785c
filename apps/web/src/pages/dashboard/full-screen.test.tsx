import { api } from '@gantry/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FullScreen } from '../../features/insight/analytics/dashboards/full-screen.tsx';
import { signedInWith } from '../../testing/examples.ts';
import { answer } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';

const text = (words: string) => ({ kind: 'text' as const, x: 0, y: 0, w: 4, h: 3, title: '', node: 'here' as const, text: words });
const BOARDS = ['Monday', 'Friday'].map((name) => ({ key: name, name, tiles: [text(`${name} words`)] }));

beforeEach(() => {
  signedInWith();
  answer(api.eps.tree, { nodes: [], versions: [] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const opened = async (boards = BOARDS) => {
  const onClose = vi.fn();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = await show(<FullScreen spaceId={1} place={{ kind: 'space', id: 1 }} boards={boards} first="Monday" onClose={onClose} />);
  await screen.findByText('Monday words');
  return { user, onClose };
};
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

it('shows dashboards one after another, stops and goes by keys, and leaves on Escape', async () => {
  const { user, onClose } = await opened();
  await pass(31);
  await screen.findByText('Friday words');
  fireEvent.keyDown(screen.getByRole('dialog'), { key: ' ' });
  await pass(31);
  await screen.findByText('Friday words');
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' });
  await screen.findByText('Monday words');
  await user.click(screen.getByRole('button', { name: 'Start the rotation' }));
  await pass(31);
  await screen.findByText('Friday words');
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalled();
});

it('starts still for who wants less motion, and offers no rotation of one dashboard', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduced-motion'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  await opened();
  await pass(61);
  within(screen.getByRole('dialog')).getByText('Monday words');
  expect(screen.getByRole('button', { name: 'Start the rotation' })).toBeTruthy();
});
