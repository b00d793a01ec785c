import { api, type Notice } from '@gantry/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveDesktop } from '../../../lib/storage/client-storage.ts';
import { answer, asked, publish } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { NoticesBell } from './notices-bell.tsx';

const notice = (id: number, more: Partial<Notice> = {}): Notice => ({
  id,
  kind: 'executor_assigned_to_task',
  actor: 'Ada Lovelace',
  node_id: 5,
  node_name: 'Works',
  row_id: 7,
  row_code: 'A1',
  row_name: 'Pour walls',
  count: 1,
  date: null,
  at: '2026-03-02T09:00:00Z',
  checked: false,
  ...more,
});
const LIST = [
  notice(9, { count: 3 }),
  notice(8, { kind: 'task_will_start', actor: null, date: '2026-03-03T08:00', checked: true }),
  notice(7, { node_id: null, node_name: null, row_id: null, row_code: null, row_name: null }),
];

beforeEach(() => {
  answer(api.notices.status, { unread: 2, area: 1, by_kind: {} });
  answer(api.notices.list, { notices: LIST, next: null });
  answer(api.notices.area, { notices: [LIST[0]], next: null });
  const due = { schedule_id: 5, schedule_name: 'Works', version_id: 9, row_id: 7, code: 'A1', name: 'Pour walls' };
  answer(api.notices.timesheet, { due: 3, period: { from: '2026-03-02', to: '2026-03-02' }, rows: [due] });
});

const opened = async () => {
  const page = await show(<NoticesBell spaceId={1} />);
  await page.user.click(await screen.findByRole('button', { name: 'Notices: 2 new' }));
  await screen.findByText('Ada Lovelace made you executor of A1 Pour walls and 2 more');
  return page;
};

it('says who did what, to how much, and nothing of what is out of reach', async () => {
  await opened();
  expect(screen.getByText('A1 Pour walls starts on 03.03.2026')).toBeTruthy();
  expect(screen.getByText('Something that is no longer within your reach')).toBeTruthy();
});

it('leads to the row in the version that counts', async () => {
  answer(api.notices.open, { schedule_id: 5, version_id: 12, row_id: 40 });
  const { user, place } = await opened();
  await user.click(screen.getByText(/and 2 more/));
  await waitFor(() => expect(decodeURIComponent(place())).toMatch(/^\/1\/schedule\/12\?target="?40"?$/));
  expect(asked(api.notices.open)).toMatchObject([{ params: { id: 9 } }]);
});

it('shows what awaits an act apart, and removes one or all that are in sight', async () => {
  answer(api.notices.remove, {});
  answer(api.notices.removeAllFromArea, {});
  const { user } = await opened();
  await user.click(screen.getAllByRole('button', { name: 'Remove notice' })[1]);
  await waitFor(() => expect(asked(api.notices.remove)).toMatchObject([{ params: { id: 8 } }]));
  await user.click(screen.getByRole('radio', { name: /Awaiting you/ }));
  const due = await screen.findByRole('region', { name: 'Reports of today' });
  expect(due.textContent).toMatch(/^3 works wait for a report of today.*and 2 more$/);
  expect(
    within(due)
      .getByRole('link', { name: /A1 Pour walls/ })
      .getAttribute('href'),
  ).toMatch(/^\/1\/schedule\/9\?target=/);
  await waitFor(() => expect(screen.queryByText(/starts on/)).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Remove all' }));
  await waitFor(() => expect(asked(api.notices.removeAllFromArea)).toMatchObject([{ query: { until: 9 } }]));
});

it('hears of what comes: the count grows and a toast says what it is', async () => {
  await show(<NoticesBell spaceId={1} />);
  await screen.findByRole('button', { name: 'Notices: 2 new' });
  publish('notices_status', { unread: 3, area: 1, by_kind: {}, desktop: true, latest: notice(10, { kind: 'curator_assigned_to_task' }) });
  expect(await screen.findByRole('button', { name: 'Notices: 3 new' })).toBeTruthy();
  expect(await screen.findByText('Ada Lovelace made you curator of A1 Pour walls')).toBeTruthy();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

it('shows on the desktop what comes while the page is out of sight, if it is wanted there', async () => {
  const shown = vi.fn();
  class Desktop extends EventTarget {
    static permission = 'granted';
    constructor(title: string, options: NotificationOptions) {
      super();
      shown(title, options.body, options.tag);
    }
  }
  vi.stubGlobal('Notification', Desktop);
  const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await show(<NoticesBell spaceId={1} />);
  await screen.findByRole('button', { name: 'Notices: 2 new' });
  const arrives = (id: number, desktop: boolean) =>
    act(async () => publish('notices_status', { unread: 3, area: 1, by_kind: {}, latest: notice(id), desktop }));
  await arrives(10, true);
  expect(shown).not.toHaveBeenCalled();
  saveDesktop(1, true);
  await arrives(11, false);
  await arrives(12, true);
  sight.mockReturnValue('visible');
  await arrives(13, true);
  expect(shown.mock.calls).toEqual([['Gantry', 'Ada Lovelace made you executor of A1 Pour walls', 'notice-12']]);
});

it('opens the notice that the address names, once', async () => {
  answer(api.notices.open, { schedule_id: 5, version_id: 12, row_id: null });
  const { place } = await show(<NoticesBell spaceId={1} />, { path: '/1?notice=9' });
  await waitFor(() => expect(place()).toBe('/1/schedule/12'));
  expect(asked(api.notices.open)).toMatchObject([{ params: { id: 9 } }]);
});
