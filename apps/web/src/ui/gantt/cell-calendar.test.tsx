import { minuteOf } from '@gantry/domain';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { CellCalendar } from './cell-calendar.tsx';

async function shown(byKey: boolean) {
  const anchor = document.createElement('input');
  document.body.append(anchor);
  anchor.focus();
  const asked = { anchor, chosen: minuteOf(2026, 3, 2, 8), byKey, pick: vi.fn(), close: vi.fn(), leave: vi.fn() };
  const page = await show(
    <>
      <CellCalendar asked={asked} />
      <button type="button">Elsewhere</button>
    </>,
  );
  return { ...asked, ...page };
}

it('picks by the mouse and leaves the focus in the cell', async () => {
  const { user, pick, anchor, leave } = await shown(false);
  expect(screen.getByRole('dialog', { name: 'Calendar' })).toBeTruthy();
  expect(document.activeElement).toBe(anchor);
  await user.click(screen.getByRole('button', { name: '17 March 2026' }));
  expect(pick).toHaveBeenCalledExactlyOnceWith(minuteOf(2026, 3, 17));
  expect(document.activeElement).toBe(anchor);
  expect(leave).not.toHaveBeenCalled();
});

it('is walked and picked from by keys', async () => {
  const { user, pick, close } = await shown(true);
  expect(document.activeElement?.textContent).toBe('2');
  await user.keyboard('{ArrowDown}{ArrowRight}{Enter}');
  expect(pick).toHaveBeenCalledExactlyOnceWith(minuteOf(2026, 3, 10));
  await user.keyboard('{Escape}');
  expect(close).toHaveBeenCalledOnce();
});

it('tells that the focus went elsewhere', async () => {
  const { user, leave } = await shown(true);
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(leave).toHaveBeenCalledOnce();
});
