import { api } from '@gantry/contract';
import { DEFAULT_PRINT_FORMAT, DEFAULT_PRINT_SETTINGS } from '@gantry/domain';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { keepLook } from '../../features/insight/print/print.store.ts';
import { answer, asked } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { PrintPage } from './print-page.tsx';

const COUNT = { pages: 3, of: 3, wide: 1, tall: 3, rows: 62, sheet: { width: 420, height: 297 }, text_pt: 7.5, warnings: [] };

beforeEach(() => {
  // Fields that grow with their text ask when the fonts come.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  URL.createObjectURL = () => 'blob:page';
  URL.revokeObjectURL = () => {};
  answer(api.print.settings, { id: 0, settings: DEFAULT_PRINT_SETTINGS, format: DEFAULT_PRINT_FORMAT });
  answer(api.print.count, COUNT);
  answer(api.print.preview, new Blob(['page']) as never);
  answer(api.print.formats, { items: [] });
  answer(api.wbs.columns, { columns: [] } as never);
});

const last = () => asked(api.print.count).at(-1)?.body;

it('prints the whole plan where it was not opened from a schedule, and says how many pages that takes', async () => {
  await show(<PrintPage />, { path: '/1/schedule/7/print' });
  expect(await screen.findByText('1 of 3')).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: 'Rows as they stand in the schedule' })).toBeNull();
  expect(last()).toMatchObject({ filter: null, sort: null, grouping: null });
});

it('prints the rows of the open schedule, until the whole plan is wanted', async () => {
  const sort = { column: 'start', direction: -1 as const };
  const grouping = { levels: [{ column: 'status', direction: 1 as const, period: null }], subtotals: true };
  keepLook(8, { filter: null, sort, grouping, columns: ['name', 'start'] });
  const { user } = await show(<PrintPage />, { path: '/1/schedule/8/print' });
  const box = await screen.findByRole('checkbox', { name: /^Rows as they stand/ });
  await waitFor(() => expect(last()).toMatchObject({ sort, grouping, settings: { columns: ['name', 'start'] } }));
  await user.click(box);
  await waitFor(() => expect(last()).toMatchObject({ sort: null, grouping: null }));
});

it('puts a value into a slot from its menu', async () => {
  const { user } = await show(<PrintPage />, { path: '/1/schedule/9/print' });
  const [first] = await screen.findAllByRole('button', { name: 'Insert a value: Upper left' });
  await user.click(first);
  await user.click(await screen.findByRole('menuitem', { name: 'Facility' }));
  await waitFor(() => expect(last()).toMatchObject({ format: { headers: { upper_left: '{{project}} {{facility}}' } } }));
});
