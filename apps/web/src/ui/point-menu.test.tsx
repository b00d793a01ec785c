import { Menu } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { show } from '../testing/show.tsx';
import { PointMenu } from './point-menu.tsx';

const act = vi.fn();

/** A grid with the menu of its rows, as pages have them. */
function Grid() {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <div role="grid" aria-label="Rows" tabIndex={0} onContextMenu={() => setAt({ x: 5, y: 5 })} onKeyDown={() => setAt({ x: 5, y: 5 })} />
      <input aria-label="Find" ref={field} />
      {at && (
        <PointMenu at={at} width={240} onClose={() => setAt(null)}>
          <Menu.Item onClick={act}>Indent</Menu.Item>
          <Menu.Item onClick={() => field.current?.focus()}>Find</Menu.Item>
        </PointMenu>
      )}
    </>
  );
}
const grid = () => screen.getByRole('grid', { name: 'Rows' });
const expectFocus = async (on: () => Element) => await waitFor(() => expect(document.activeElement).toBe(on()));

it('opened by a key is at its first item, whose Enter chooses it; Escape and a choice lead back to the grid', async () => {
  const { user } = await show(<Grid />);
  grid().focus();
  await user.keyboard('{F10}');
  await expectFocus(() => screen.getByRole('menuitem', { name: 'Indent' }));
  await user.keyboard('{Escape}');
  await expectFocus(grid);
  await user.keyboard('{F10}');
  await expectFocus(() => screen.getByRole('menuitem', { name: 'Indent' }));
  await user.keyboard('{Enter}');
  expect(act).toHaveBeenCalledOnce();
  await expectFocus(grid);
});

it('opened by the pointer has the focus itself: Enter chooses nothing, an arrow leads to the first item', async () => {
  const { user } = await show(<Grid />);
  await user.pointer({ keys: '[MouseRight]', target: grid() });
  await expectFocus(() => screen.getByRole('menu'));
  act.mockClear();
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Enter' });
  expect(act).not.toHaveBeenCalled();
  await user.keyboard('{ArrowDown}');
  await expectFocus(() => screen.getByRole('menuitem', { name: 'Indent' }));
  await user.keyboard('f');
  await expectFocus(() => screen.getByRole('menuitem', { name: 'Find' }));
});

it('leaves the focus where the chosen item has put it', async () => {
  const { user } = await show(<Grid />);
  await user.pointer({ keys: '[MouseRight]', target: grid() });
  await user.click(await screen.findByRole('menuitem', { name: 'Find' }));
  await expectFocus(() => screen.getByRole('textbox', { name: 'Find' }));
});

it('has no children but items', async () => {
  const { user } = await show(<Grid />);
  await user.pointer({ keys: '[MouseRight]', target: grid() });
  expect([...(await screen.findByRole('menu')).children].map((child) => child.role)).toEqual(['menuitem', 'menuitem']);
});
