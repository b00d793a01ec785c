import { smallView } from '@gantry/plan-view/testing';
import { screen, waitFor } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { runHook, show } from '../../../testing/show.tsx';
import { forgetRows, keepRows } from './row-clipboard.ts';
import { rowHands } from './row-hands.ts';
import { RowMenu } from './row-menu.tsx';
import { NO_ACTIONS } from './use-grid-actions.ts';

const RAFTERS = 4;
const HANDOVER = 5;
const hands = { copy: vi.fn(), paste: vi.fn(), link: vi.fn() };
const onGoTo = vi.fn();
const onDivide = vi.fn();
const view = smallView();

/** The menu of a row. */
const opened = (row: number, readOnly = false, selected: number[] = []) =>
  show(
    <RowMenu
      place={{ row, columnId: 'name', link: -1, header: false, x: 10, y: 10 }}
      view={view}
      selected={selected}
      actions={NO_ACTIONS}
      hands={hands}
      readOnly={readOnly}
      onWhy={() => undefined}
      onDivide={onDivide}
      onGoTo={onGoTo}
      onClose={() => undefined}
    />,
  );
const entry = (name: RegExp) => screen.findByRole('menuitem', { name });

beforeEach(() => vi.clearAllMocks());

test('a reader goes from a row to its bar, and copies it', async () => {
  const { user } = await opened(2, true);
  await user.click(await entry(/^Copy\s*Ctrl\+C/));
  expect(hands.copy).toHaveBeenCalledExactlyOnceWith(false);
  await user.click(await entry(/^Go to the bar/));
  expect(onGoTo).toHaveBeenCalledExactlyOnceWith(view.rows.id[2]);
  expect(screen.queryByRole('menuitem', { name: /Cut|Paste|Relate/ })).toBeNull();
});

test('a row is cut, pasted and linked from its menu, which shows the keys', async () => {
  const { user } = await opened(RAFTERS);
  await user.click(await entry(/^Cut\s*Ctrl\+X/));
  expect(hands.copy).toHaveBeenCalledExactlyOnceWith(true);
  await user.click(await entry(/^Paste\s*Ctrl\+V/));
  expect(hands.paste).toHaveBeenCalledOnce();
  await user.click(await entry(/^Relate to….*Ctrl\+F2/));
  expect(hands.link).toHaveBeenCalledOnce();
});

test('several rows are linked one to the next', async () => {
  const { user } = await opened(RAFTERS, false, [5, 6]);
  await user.click(await entry(/^Relate the selected/));
  expect(hands.link).toHaveBeenCalledOnce();
});

test('copied rows are pasted also where the clipboard of the system is closed to the page', async () => {
  const gantt = { current: { copyRows: () => '', paste: vi.fn(), link: vi.fn() } };
  vi.stubGlobal('navigator', { ...navigator, clipboard: { readText: () => Promise.reject(new Error('denied')) } });
  try {
    const { paste } = runHook(() => rowHands(gantt, useTranslation().t)).current;
    forgetRows();
    paste();
    expect(await screen.findByText('Nothing has been copied yet')).toBeTruthy();
    keepRows({ versionId: 1, ids: [5], text: 'A5\tRafters', cut: false });
    paste();
    await waitFor(() => expect(gantt.current.paste).toHaveBeenCalledExactlyOnceWith('A5\tRafters'));
  } finally {
    vi.unstubAllGlobals();
    forgetRows();
  }
});

test('the parts of a row without rows below it are asked for; a reader is not offered them', async () => {
  const { user } = await opened(RAFTERS);
  await user.click(await entry(/^Propose parts/));
  expect(onDivide).toHaveBeenCalledExactlyOnceWith(view.rows.id[RAFTERS]);
});

test('a milestone has no parts to propose', async () => {
  await opened(HANDOVER);
  await entry(/^Cut\s*Ctrl\+X/);
  expect(screen.queryByRole('menuitem', { name: /^Propose parts/ })).toBeNull();
});
