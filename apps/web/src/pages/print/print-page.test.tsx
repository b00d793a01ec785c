import { api } from '@gantry/contract';
import { DEFAULT_PRINT_FORMAT, DEFAULT_PRINT_SETTINGS } from '@gantry/domain';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { keepLook } from '../../features/insight/print/print.store.ts';
import { memberOf, signedInWith } from '../../testing/examples.ts';
import { answer, asked, receivedBy, refuse } from '../../testing/fake-server.ts';
import { dialog, show } from '../../testing/show.tsx';
import { PrintPage } from './print-page.tsx';

const COUNT = { pages: 3, of: 3, wide: 1, tall: 3, rows: 62, sheet: { width: 420, height: 297 }, text_pt: 7.5, warnings: [] };

beforeEach(() => {
  signedInWith();
  // Fields that grow with their text ask when the fonts come.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  URL.createObjectURL = () => 'blob:page';
  URL.revokeObjectURL = () => {};
  answer(api.print.settings, { id: 0, settings: DEFAULT_PRINT_SETTINGS, format: DEFAULT_PRINT_FORMAT });
  answer(api.print.count, COUNT);
  answer(api.print.preview, new Blob(['page']) as never);
  answer(api.print.formats, { items: [] });
  answer(api.print.logos, { items: [{ id: 5, name: 'mark.png', width: 40, height: 20, own: true }] });
  answer(api.wbs.columns, { columns: [] } as never);
  answer(api.versions.get, {
    id: 7,
    schedule_id: 5,
    name: 'Master',
    kind: 'actual',
    locked: false,
    revision: 1,
    calculation_status: 2,
    validity: 1,
    left_out: [],
    data_date: null,
    item_count: 3,
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-01T00:00:00Z',
    path: [],
  });
  answer(api.indicators.listOfSchedule, { indicators: [] });
  answer(api.eps.tree, { nodes: [], versions: [] });
  answer(api.reportSubscriptions.list, { items: [], outside_allowed: false });
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
  const beside = { bar_text: 'name', colour_by: 9, strip: 'all' };
  keepLook(8, { filter: null, sort, grouping, columns: ['name', 'start'], ...beside });
  const { user } = await show(<PrintPage />, { path: '/1/schedule/8/print' });
  const box = await screen.findByRole('checkbox', { name: /^Rows as they stand/ });
  await waitFor(() => expect(last()).toMatchObject({ sort, grouping, settings: { columns: ['name', 'start'], ...beside } }));
  await user.click(box);
  await waitFor(() => expect(last()).toMatchObject({ sort: null, grouping: null }));
});

it('shows its pages side by side, and opens the one that is wanted', async () => {
  const { user } = await show(<PrintPage />, { path: '/1/schedule/17/print' });
  await screen.findByText('1 of 3');
  await user.click(await screen.findByRole('button', { name: 'All pages' }));
  await user.click(await screen.findByRole('button', { name: 'Page 3' }));
  expect(await screen.findByText('3 of 3')).toBeTruthy();
  await waitFor(() => expect(asked(api.print.preview).at(-1)?.body).toMatchObject({ page: 3 }));
});

it('puts a value into a slot from its menu', async () => {
  const { user } = await show(<PrintPage />, { path: '/1/schedule/9/print' });
  const [first] = await screen.findAllByRole('button', { name: 'Insert a value: Upper left' });
  await user.click(first);
  await user.click(await screen.findByRole('menuitem', { name: 'Facility' }));
  await waitFor(() => expect(last()).toMatchObject({ format: { headers: { upper_left: '{{project}} {{facility}}' } } }));
});

it('shows days around the data date, or between two dates', async () => {
  const { user } = await show(<PrintPage />, { path: '/1/schedule/16/print' });
  await user.click(await screen.findByRole('combobox', { name: 'Period' }));
  await user.click(await screen.findByRole('option', { name: 'Around the data date' }));
  await waitFor(() => expect(last()).toMatchObject({ format: { range: null, range_days: { before: 30, after: 90 } } }));
  await user.click(screen.getByRole('combobox', { name: 'Period' }));
  await user.click(await screen.findByRole('option', { name: 'Between dates' }));
  await waitFor(() => expect(last()?.format).toMatchObject({ range_days: null, range: { start: expect.any(String) } }));
});

it('takes a text where it stands on the page: of the first page its title, where it has one', async () => {
  const titles = { ...DEFAULT_PRINT_FORMAT.titles, upper_centre: 'Master' };
  answer(api.print.settings, { id: 3, settings: DEFAULT_PRINT_SETTINGS, format: { ...DEFAULT_PRINT_FORMAT, titles } });
  const { user } = await show(<PrintPage />, { path: '/1/schedule/10/print' });
  await user.click(await screen.findByRole('button', { name: 'Type here: Upper centre' }));
  await user.keyboard(' plan');
  await waitFor(() => expect(last()).toMatchObject({ format: { titles: { upper_centre: 'Master plan' } } }));
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await user.click(await screen.findByRole('button', { name: 'Type here: Upper centre' }));
  await user.keyboard('!');
  await waitFor(() =>
    expect(last()).toMatchObject({ format: { titles: { upper_centre: 'Master plan' }, headers: { upper_centre: '{{schedule}}!' } } }),
  );
});

it('moves a margin by hand and by keys, as far as there is room', async () => {
  const { user } = await show(<PrintPage />, { path: '/1/schedule/11/print' });
  const line = await screen.findByRole('slider', { name: /Left$/ });
  line.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{PageUp}');
  await waitFor(() => expect(last()).toMatchObject({ format: { margins: { left: 22 } } }));
  const whole = line.parentElement as HTMLElement;
  whole.getBoundingClientRect = () => new DOMRect(0, 0, 420, 297);
  line.setPointerCapture = () => {};
  line.hasPointerCapture = () => true;
  fireEvent.pointerDown(line, { pointerId: 1, clientX: 22, clientY: 100 });
  fireEvent.pointerMove(line, { pointerId: 1, clientX: 45, clientY: 100 });
  await waitFor(() => expect(last()).toMatchObject({ format: { margins: { left: 45 } } }));
  fireEvent.pointerMove(line, { pointerId: 1, clientX: 419, clientY: 100 });
  await waitFor(() => expect(last()).toMatchObject({ format: { margins: { left: 310 } } }));
});

it('fills a title block, names who agrees, and sets a code that leads to the version', async () => {
  const { user } = await show(<PrintPage />, { path: '/1/schedule/12/print' });
  await user.click(await screen.findByRole('combobox', { name: 'Title block' }));
  await user.click(await screen.findByRole('option', { name: 'ISO 7200' }));
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Towers');
  await user.click(screen.getByRole('button', { name: 'Add a line' }));
  await user.type(screen.getByRole('textbox', { name: 'Role' }), 'Client');
  await user.click(screen.getAllByRole('button', { name: 'Insert a value: Lower right' })[0]);
  await user.click(await screen.findByRole('menuitem', { name: 'QR code' }));
  await waitFor(() =>
    expect(last()).toMatchObject({
      format: {
        title_block: 'iso',
        title_cells: { title: 'Towers' },
        approvals: [{ role: 'Client', person: '', decision: '', date: '' }],
        headers: { lower_right: '{{page}} / {{pages}} {{qr}}' },
        qr: `${window.location.origin}/1/schedule/12`,
      },
    }),
  );
});

it('uploads a picture and takes it as the logo; one that is none is refused in words', async () => {
  answer(api.print.addLogo, { id: 5 });
  const { user } = await show(<PrintPage />, { path: '/1/schedule/13/print' });
  await screen.findByText('1 of 3');
  const field = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  await user.upload(field, new File(['x'], 'mark.png', { type: 'image/png' }));
  await waitFor(() => expect(last()).toMatchObject({ format: { logo_id: 5 } }));
  expect(receivedBy(api.print.addLogo)).toHaveLength(1);
  refuse(api.print.addLogo, 'print.logo_not_accepted');
  await user.upload(field, new File(['x'], 'other.png', { type: 'image/png' }));
  expect(await screen.findByText(/no picture that a print can bear/)).toBeTruthy();
});

it('names the signs that the fonts lack before anything is printed', async () => {
  answer(api.print.count, {
    ...COUNT,
    warnings: [
      { code: 'glyphs_missing', value: 2, signs: '漢 🏗' },
      { code: 'titles_cut', value: 1 },
    ],
  });
  await show(<PrintPage />, { path: '/1/schedule/14/print' });
  expect(await screen.findByText('The fonts of the print lack these signs: 漢 🏗')).toBeTruthy();
  expect(screen.getByText('1 field of the title block is cut')).toBeTruthy();
});

it('has the print come by mail as it stands on the page', async () => {
  answer(api.spaces.users, { users: [memberOf(3, 'Boris')] });
  answer(api.reportSubscriptions.add, { id: 1, next_runs: [] });
  const sort = { column: 'start', direction: -1 as const };
  keepLook(15, { filter: null, sort, grouping: null, columns: ['name'], bar_text: null, colour_by: null, strip: null });
  const { user } = await show(<PrintPage />, { path: '/1/schedule/15/print' });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send by mail…' })).toHaveProperty('disabled', false));
  await user.click(screen.getByRole('button', { name: 'Send by mail…' }));
  await dialog('By mail: Print of the schedule');
  await user.click(screen.getByRole('combobox', { name: 'Recipients' }));
  await user.click(await screen.findByRole('option', { name: /^Boris/ }));
  await user.click(screen.getByRole('button', { name: 'Have it come by mail' }));
  await waitFor(() =>
    expect(asked(api.reportSubscriptions.add)).toMatchObject([
      {
        params: { id: 5 },
        body: { report_id: 'print', format: 'pdf', recipients: [3], print: { sort, grouping: null, settings: { columns: ['name'] } } },
      },
    ]),
  );
});
