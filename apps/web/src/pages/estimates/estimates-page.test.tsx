import { api } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signedInWith } from '../../testing/examples.ts';
import { answer, asked, receivedBy, refuse } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { EstimatesPage } from './estimates-page.tsx';

const HEAD = {
  id: 5,
  project_id: 3,
  parent_id: null,
  number: '02-01',
  name: 'Hall',
  format: 'gge' as const,
  profile: 'ru_bim' as const,
  currency: 'RUB',
  digits: 2,
  status: 'ready' as const,
  revision: 4,
  edition: 1,
  rows: 3,
  counted: { base: null, current: '30.30' },
  stated: { base: null, current: '30.31' },
  file_name: 'hall.gge',
  updated_at: '2026-03-01T10:00:00.000Z',
};
afterEach(() => void vi.restoreAllMocks());
beforeEach(() => {
  for (const side of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
  signedInWith();
  answer(api.eps.tree, { nodes: [], versions: [] });
  answer(api.preferences.readState, { state: null });
  answer(api.estimates.list, { estimates: [HEAD], linked: [] });
  answer(api.estimates.get, { ...HEAD, findings: [], editions: [], proposal: null });
  answer(api.estimateQuantities.sources, { currency: 'RUB', sources: [] });
  // The grid draws on a canvas, which a document of a test has not.
  answer(api.estimates.rows, () => new Promise<never>(() => {}));
});

const open = () => {
  vi.stubGlobal('innerWidth', 1920);
  window.dispatchEvent(new Event('resize'));
  return show(<EstimatesPage />, { path: '/1/estimates/3' });
};

it('shows totals, and where the file differs from its rows', async () => {
  await open();
  expect(await screen.findByText('30.31')).toBeTruthy();
  expect(within(screen.getByRole('list', { name: 'Estimates of the project' })).getByText(/30\.30 RUB/)).toBeTruthy();
});

it('shows beside each estimate what works of the current version carry of it', async () => {
  const at = { position: 1, created_at: '2026-03-02T09:00:00Z', updated_at: '2026-03-02T09:00:00Z' };
  const state = { calculation_status: 1 as const, validity: 1 as const, left_out: [], data_date: null };
  answer(api.eps.tree, {
    nodes: [
      { ...at, id: 3, parent_id: null, kind: 'project', name: 'Hall' },
      { ...at, id: 4, parent_id: 3, kind: 'schedule', name: 'Works' },
    ],
    versions: [{ ...at, ...state, id: 9, schedule_id: 4, name: 'March', kind: 'actual', locked: false, revision: 1, item_count: 2 }],
  });
  answer(api.estimates.list, { estimates: [HEAD], linked: [{ estimate_id: 5, version_id: 9, share: 0.942 }] });
  await open();
  expect(await screen.findByText(/linked 94.2 %/)).toBeTruthy();
  expect(asked(api.estimates.list).at(-1)).toMatchObject({ params: { id: 3 }, query: { version_id: 9 } });
});

it('changes what sums are rounded by, and sends nothing else', async () => {
  answer(api.estimates.update, { revision: 5 });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Name and rounding' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: 'Sums are rounded by' }));
  await user.click(await screen.findByRole('option', { name: 'amounts as they stand' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(asked(api.estimates.update).at(-1)).toMatchObject({ params: { id: 5 }, body: { profile: 'plain', revision: 4 } });
  expect(Object.keys(asked(api.estimates.update).at(-1)?.body ?? {}).sort()).toEqual(['profile', 'revision']);
});

it('takes over the file that waits', async () => {
  const counts = { kept: 2, changed: 1, moved: 0, added: 1, removed: 0, doubtful: 0 };
  const proposal = { counts, counted: { base: null, current: '40.00' }, stated: { base: null, current: null }, findings: [] };
  answer(api.estimates.get, {
    ...HEAD,
    findings: [],
    editions: [],
    proposal: { ...proposal, file_name: 'next.gge', author: 'Ada', at: '2026-03-02T10:00:00.000Z', stale: false },
  });
  answer(api.estimates.update, { revision: 5 });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Take over' }));
  expect(asked(api.estimates.update).at(-1)).toMatchObject({ params: { id: 5 }, body: { proposal: 'accept', revision: 4 } });
});

it('compares the file that waits row by row, and takes it over with a row set apart', async () => {
  const counts = { kept: 2, changed: 1, moved: 0, added: 0, removed: 1, doubtful: 0 };
  const proposal = { counts, counted: { base: null, current: '40.00' }, stated: { base: null, current: null }, findings: [] };
  answer(api.estimates.get, {
    ...HEAD,
    findings: [],
    editions: [],
    proposal: { ...proposal, file_name: 'next.gge', author: 'Ada', at: '2026-03-02T10:00:00.000Z', stale: false },
  });
  const row = { kind: 'work' as const, number: '1', code: 'A-1', unit: 't', quantity: { before: '2', after: '3' } };
  answer(api.estimates.compare, {
    currency: 'RUB',
    digits: 2,
    counts,
    total: { before: '30.30', after: '40.00' },
    rows: [
      {
        ...row,
        row_id: 2,
        change: 'changed',
        name: { before: 'Waste', after: 'Rubble' },
        amount: { before: '10.10', after: '20.00' },
        difference: '9.90',
      },
    ],
    next: null,
    versions: [{ version_id: 7, name: 'Hall: Plan', rows: 1, lost: 1, amount: { before: '10.10', after: '0.00' } }],
  });
  answer(api.estimates.update, { revision: 5 });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Compare row by row' }));
  const dialog = await screen.findByRole('dialog', { name: '02-01: rows now and the new file' });
  expect(await within(dialog).findByText('9.90')).toBeTruthy();
  expect(within(dialog).getByText(/rows carried by works: 1, 10\.10 → 0\.00 RUB/)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'gone: 1' }));
  expect(asked(api.estimates.compare).at(-1)).toMatchObject({ query: { from: 'now', to: 'proposal', change: 'removed' } });
  await user.click(within(dialog).getByRole('checkbox', { name: '“Rubble” is another row' }));
  await user.click(within(dialog).getByRole('button', { name: 'Take over' }));
  expect(asked(api.estimates.update).at(-1)).toMatchObject({ params: { id: 5 }, body: { proposal: 'accept', apart: [2], revision: 4 } });
});

it('takes acts back and does them again, a file that was taken over too', async () => {
  answer(api.estimates.undo, { revision: 6, kind: 'edition', author: 'Ada', rows: null });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Undo the last act' }));
  expect(await screen.findByText('The file is taken back: it waits for a decision again')).toBeTruthy();
  expect(asked(api.estimates.undo).at(-1)).toMatchObject({ params: { id: 5 }, body: { redo: false } });
  await user.click(screen.getByRole('button', { name: 'Do it again' }));
  expect(asked(api.estimates.undo).at(-1)).toMatchObject({ body: { redo: true } });
});

it('is closed without a seat or a right, and asks nothing then', async () => {
  signedInWith(undefined, { license: { state: 'licensed', expires_at: null, days_left: null, full: [], estimate: false, bim: false } });
  await open();
  expect(await screen.findByText('The license does not include cost estimates')).toBeTruthy();
  expect(asked(api.estimates.list)).toEqual([]);
});

it('offers the kept columns that fit a table, reads it by them, and keeps those of another one by their headings', async () => {
  const content = { headerRow: 0, columns: { name: 0, amount: 1 }, headings: { name: 'What', amount: 'Cost' }, currency: 'EUR' };
  const kept = { id: 8, name: 'Supplier', shared: false, own: true, owner: 'Ada', active: false, content };
  answer(api.estimateMappings.list, { items: [kept] });
  answer(api.estimateMappings.create, { id: 9 });
  const table = {
    sheets: ['Offer'], sheet: 'Offer', header_row: 1, columns: { name: 0, amount: 2 }, cells: [['Offer'], ['What', '', 'Cost'], ['Wall', '', '10']], presets: [8],
  }; // prettier-ignore
  const amounts = { base: null, current: '10.00' };
  answer(api.estimates.preview, {
    format: 'xlsx', number: '', name: 'Offer', currency: 'EUR', rows: 1, counted: amounts, stated: { base: null, current: null }, first: [], findings: [], table,
  }); // prettier-ignore
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Upload an estimate' }));
  const dialog = await screen.findByRole('dialog');
  await user.upload(dialog.querySelector('input[type=file]') as HTMLInputElement, new File(['x'], 'offer.xlsx'));
  const form = () => receivedBy(api.estimates.preview).at(-1)?.form;
  await user.click(await within(dialog).findByRole('button', { name: 'Supplier' }));
  await vi.waitFor(() => expect(form()?.get('preset')).toBe('8'));
  expect(form()?.get('mapping')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Save as…' }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Offers{Enter}');
  await vi.waitFor(() => expect(asked(api.estimateMappings.create)).toHaveLength(1));
  expect(asked(api.estimateMappings.create)[0]).toMatchObject({
    body: {
      name: 'Offers',
      content: { headerRow: 1, columns: { name: 0, amount: 2 }, headings: { name: 'What', amount: 'Cost' }, currency: 'EUR' },
    },
  });
});

/** A canvas that draws nothing, for the grid to stand on. */
function standInCanvas(): void {
  const context: unknown = new Proxy({}, { get: (own: Record<string | symbol, unknown>, key) => own[key] ?? (() => ({ width: 10 })) });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
}

const rowOf = (id: number, name: string, current: string | null, parent_id: number | null = 1) => ({
  id, parent_id, kind: current === null ? ('section' as const) : ('work' as const), number: String(id), code: '', name, unit: 't', quantity: '2',
  base: null, current, volume_code: '', parts: null, stated: {}, checked: false, expanded: true,
}); // prettier-ignore
const ROWS = [rowOf(1, 'Earth', null, null), rowOf(2, 'Pits', '10.10'), rowOf(3, 'Walls', '20.20')];
const withRows = () => {
  standInCanvas();
  answer(api.estimates.rows, { revision: 4, total: ROWS.length, rows: ROWS, next: null });
};
const names = () => screen.queryAllByRole('gridcell').map(({ textContent }) => textContent);

it('shows the rows that fit conditions on columns, says where none does, and stores the conditions for the person', async () => {
  withRows();
  answer(api.preferences.saveState, {});
  const { user } = await open();
  await screen.findByRole('treegrid', { name: '02-01 Hall' });
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('button', { name: 'Condition' }));
  await user.type(screen.getByRole('textbox', { name: 'Value' }), 'wal');
  expect(await screen.findByText('1 of 3 rows pass')).toBeTruthy();
  // Between two sets of rows the mirror of the grid holds none.
  await vi.waitFor(() => {
    expect(names()).toEqual(expect.arrayContaining(['Earth', 'Walls']));
    expect(names()).not.toContain('Pits');
  });
  await vi.waitFor(() => expect(asked(api.preferences.saveState)).toHaveLength(1), { timeout: 2000 });
  const filter = { join: 'and', conditions: [{ column: 'name', operator: 'like', value: 'wal' }] };
  expect(asked(api.preferences.saveState).at(-1)).toMatchObject({ body: { a: 'estimates', b: 'filter-5', state: { filter } } });
  await user.type(screen.getByRole('textbox', { name: 'Value' }), 'nut');
  await user.keyboard('{Escape}');
  expect(await screen.findByText('No row fits the filter')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show everything' }));
  expect(screen.queryByText('No row fits the filter')).toBeNull();
  await vi.waitFor(() => expect(names()).toContain('Pits'));
});

it('opens with the conditions that the person had', async () => {
  withRows();
  const filter = { join: 'and', conditions: [{ column: 'current', operator: 'gt', value: 15 }] };
  answer(api.preferences.readState, ({ params }) => ({ state: params.b === 'filter-5' ? { filter } : null }));
  await open();
  await vi.waitFor(() => expect(names()).toContain('Walls'));
  await vi.waitFor(() => expect(names()).not.toContain('Pits'));
});

it('sends a paste over rows as one call, without the values that no row can have', async () => {
  withRows();
  answer(api.estimates.updateRows, { revision: 5, rows: [{ ...ROWS[1], name: 'Pits 2' }] });
  const { user } = await open();
  const grid = await screen.findByRole('treegrid', { name: '02-01 Hall' });
  grid.focus();
  await user.keyboard('{Control>}{Home}{/Control}{ArrowDown}{ArrowRight}{ArrowRight}');
  await user.paste(`Pits 2\n${'x'.repeat(600)}`);
  await vi.waitFor(() => expect(asked(api.estimates.updateRows)).toHaveLength(1));
  expect(asked(api.estimates.updateRows)[0]).toMatchObject({ params: { id: 5 }, body: { rows: [{ row_id: 2, name: 'Pits 2' }] } });
  await vi.waitFor(() => expect(names()).toContain('Pits 2'));
});

it('shows what the file states of a row, the sums of its resources by kind, and why there is nothing', async () => {
  withRows();
  const blank = { unit: 'h', price: { base: null, current: null }, amount: { base: null, current: null } };
  const hired = (code: string, quantity: string, current: string) => ({
    ...blank, part: 'labour' as const, code, name: `Mason ${code}`, quantity, price: { base: null, current: '10.5' }, amount: { base: null, current },
  }); // prettier-ignore
  const sand = { ...blank, part: 'materials' as const, code: 'S', name: 'Sand', quantity: '1234.5' };
  answer(api.estimates.rowDetails, {
    hours: '1234.567',
    formula: '2*(3+4)',
    resources: [sand, hired('A', '1.5', '15.75'), hired('B', '2', '21')],
  });
  const { user } = await open();
  const grid = await screen.findByRole('treegrid', { name: '02-01 Hall' });
  expect(screen.getByRole('button', { name: 'Resources of the row' })).toHaveProperty('disabled', true);
  const details = async (down: string) => {
    grid.focus();
    await user.keyboard(`{Control>}{Home}{/Control}${down}`);
    await user.click(screen.getByRole('button', { name: 'Resources of the row' }));
    return within(await screen.findByRole('dialog'));
  };
  const dialog = await details('{ArrowDown}');
  const rows = within(await dialog.findByRole('table', { name: 'Resources' }))
    .getAllByRole<HTMLTableRowElement>('row')
    .slice(1);
  const cells = rows.map(({ cells: all }) => [...all].map(({ textContent }) => textContent));
  expect(cells).toEqual([
    ['Labour: 2', '', '36.75'],
    ['A', 'Mason A', 'h', '1.5', '10.5', '15.75'],
    ['B', 'Mason B', 'h', '2', '10.5', '21'],
    ['Materials: 1', '', ''],
    ['S', 'Sand', 'h', '1\u00a0234.5', '', ''],
  ]);
  expect(dialog.getByText('1 234.567')).toBeTruthy();
  expect(dialog.getByText('2*(3+4)')).toBeTruthy();
  expect(asked(api.estimates.rowDetails).at(-1)).toMatchObject({ params: { id: 5, estimateRowId: 2 } });
  await user.keyboard('{Escape}');
  refuse(api.estimates.rowDetails, 'estimate.row_not_found');
  const other = await details('{ArrowDown}{ArrowDown}');
  expect((await other.findByRole('alert')).textContent).toContain('There is no such row in the estimate');
  answer(api.estimates.rowDetails, { hours: null, formula: null, resources: [] });
  await user.click(other.getByRole('button', { name: 'Try again' }));
  expect(await other.findByText(/^The file states no resources/)).toBeTruthy();
});
