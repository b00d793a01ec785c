import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../testing/show.tsx';
import { useWindowSize } from './use-window-size.ts';

const usual = window.innerWidth;
const resize = (width: number) =>
  act(() => {
    window.innerWidth = width;
    window.dispatchEvent(new Event('resize'));
  });
afterEach(() => resize(usual));

const drawn = vi.fn();
function Panel() {
  const appWidth = useWindowSize((size) => size.appWidth);
  return <output>{appWidth}</output>;
}
function Side() {
  drawn();
  return useWindowSize(({ appWidth }) => appWidth >= 1156) ? <aside /> : null;
}

it('follows the window without the rail, and draws anew only what has changed', async () => {
  resize(1440);
  await show(
    <>
      <Panel />
      <Side />
    </>,
  );
  expect(screen.getByRole('status').textContent).toBe('1396');
  expect(screen.queryByRole('complementary')).toBeTruthy();
  drawn.mockClear();
  resize(1300);
  expect(screen.getByRole('status').textContent).toBe('1256');
  expect(drawn).not.toHaveBeenCalled();
  resize(1024);
  expect(screen.getByRole('status').textContent).toBe('980');
  expect(screen.queryByRole('complementary')).toBeNull();
});
