import { api, type CostSettings } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { CostSettingsDialog } from './settings/cost-settings-dialog.tsx';
import type { CostLink, CostUpdate } from './cost-links.queries.ts';
import { CostsDialog } from './costs-dialog.tsx';
import { MissingVolumesDialog } from './missing-volumes-dialog.tsx';
import { RelinkDialog } from './relink-dialog.tsx';
import { SharesDialog } from './shares-dialog.tsx';

const SETTINGS: CostSettings = {
  level: 'current', by: 'equal', by_coefficients: false, volumes: 'none', labour: 'none', part_attributes: {}, currency: null, rates: [], percents: [], deflators: [],
  indices: [], indices_on: null, indices_region: '',
}; // prettier-ignore
const link = (id: number, item_id: number | null, fields: Partial<CostLink> = {}): CostLink => ({
  id, estimate_id: 1, row_id: 2, item_id, share: null, by: null, parts: null, unit_factor: null, rule_id: null, locked: false, lost: false, amount: '50.00', code: '', name: '', ...fields,
}); // prettier-ignore

it('cost settings take rates and percentages, and are saved only as a whole that makes sense', async () => {
  const onSave = vi.fn(() => Promise.resolve());
  const { user } = await show(
    <CostSettingsDialog opened settings={SETTINGS} mayEdit readIndices={vi.fn()} onSave={onSave} onClose={() => {}} />,
  );
  await user.type(await screen.findByRole('textbox', { name: 'Currency of works' }), 'rub');
  await user.click(screen.getByRole('button', { name: 'Add a rate' }));
  await user.type(screen.getByRole('textbox', { name: 'Currency 1' }), 'eur');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave).not.toHaveBeenCalled();
  await user.type(screen.getByRole('textbox', { name: 'Rate 1' }), '95,5');
  await user.click(screen.getByRole('button', { name: 'Add a deflator' }));
  await user.type(screen.getByRole('textbox', { name: 'Deflator quarter 1' }), '2026-2');
  await user.type(screen.getByRole('textbox', { name: 'Deflator 1' }), '1,04');
  await user.click(screen.getByRole('button', { name: 'Add a percentage' }));
  await user.type(screen.getByRole('textbox', { name: 'Name of percentage 1' }), 'Winter');
  await user.type(screen.getByRole('textbox', { name: 'Percent 1' }), '2');
  await user.click(screen.getByRole('checkbox', { name: /^Coefficients of norms/ }));
  await user.click(screen.getByRole('combobox', { name: 'Volumes of works from rows' }));
  await user.click(await screen.findByRole('option', { name: 'to works without their own' }));
  await user.type(screen.getByRole('textbox', { name: 'Wages' }), 'Pay');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave).toHaveBeenCalledWith({
    level: 'current',
    by: 'equal',
    currency: 'RUB',
    rates: [{ currency: 'EUR', rate: '95,5', day: expect.stringMatching(/^\d{4}-/) as string }],
    percents: [{ name: 'Winter', rate: '2', of: 'so_far', parts: null, from: null, until: null, in_acts: false }],
    deflators: [{ quarter: '2026-2', rate: '1,04' }],
    by_coefficients: true,
    volumes: 'missing',
    labour: 'none',
    part_attributes: { labour: 'Pay' },
    indices: [],
    indices_on: null,
    indices_region: '',
  });
});

it('indices of quarters are typed or come from a file, which takes the place of quarters that it has', async () => {
  const onSave = vi.fn(() => Promise.resolve());
  const everywhere = { region: '', code: '', section: '' };
  const readIndices = vi.fn(() => Promise.resolve([
    { ...everywhere, quarter: '2025-3', parts: { labour: '54' }, rest: '9' }, { ...everywhere, quarter: '2025-1', parts: {}, rest: '8' },
    { ...everywhere, quarter: '2025-3', region: 'Tula', parts: {}, rest: '7' },
  ])); // prettier-ignore
  const settings: CostSettings = { ...SETTINGS, level: 'indexed' };
  const { user } = await show(
    <CostSettingsDialog opened settings={settings} mayEdit readIndices={readIndices} onSave={onSave} onClose={() => {}} />,
  );
  await user.click(await screen.findByRole('button', { name: 'Add a line' }));
  await user.type(screen.getByRole('textbox', { name: 'Quarter 1' }), '2025-3');
  await user.type(screen.getByRole('textbox', { name: 'Wages, quarter 1' }), 'x');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave).not.toHaveBeenCalled();
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  await user.upload(input, new File(['q'], 'indices.csv', { type: 'text/csv' }));
  expect(await screen.findByRole('textbox', { name: 'Quarter 2' })).toHaveProperty('value', '2025-3');
  await user.type(screen.getByRole('textbox', { name: 'Transport, quarter 1' }), '7,5');
  await user.type(screen.getByRole('textbox', { name: 'Sections, quarter 1' }), '*Roof*');
  await user.type(screen.getByRole('textbox', { name: 'Region' }), 'Tula');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave).toHaveBeenCalledWith({
    ...settings,
    indices_region: 'Tula',
    indices: [
      { ...everywhere, quarter: '2025-1', section: '*Roof*', parts: { transport: '7,5' }, rest: '8' },
      { ...everywhere, quarter: '2025-3', parts: { labour: '54' }, rest: '9' },
      { ...everywhere, quarter: '2025-3', region: 'Tula', parts: {}, rest: '7' },
    ],
  }); // prettier-ignore
});

it('cost settings are only read where they may not be changed', async () => {
  await show(
    <CostSettingsDialog
      opened
      settings={SETTINGS}
      mayEdit={false}
      readIndices={vi.fn()}
      onSave={() => Promise.resolve()}
      onClose={() => {}}
    />,
  );
  expect(await screen.findByRole('button', { name: 'Close', hidden: false })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add a rate' })).toBeNull();
});

it('parts of a row are typed for each work, with its weight and its lock', async () => {
  const onSave = vi.fn(() => Promise.resolve());
  const names = new Map<number | null, string>([[7, 'Dig'], [8, 'Fill'], [null, 'left out']]); // prettier-ignore
  const row = { name: 'Earthwork', links: [link(1, 7), link(2, 8, { share: '0.5', unit_factor: 0.7 }), link(3, null)] };
  const { user } = await show(<SharesDialog row={row} nameOf={(id) => names.get(id) ?? ''} onSave={onSave} onClose={() => {}} />);
  const dialog = await screen.findByRole('dialog', { name: 'Parts of Earthwork' });
  const part = within(dialog).getByRole('textbox', { name: 'Part: Dig' });
  await user.type(part, 'x');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(onSave).not.toHaveBeenCalled();
  await user.clear(part);
  await user.type(part, '1/3');
  await user.clear(within(dialog).getByRole('textbox', { name: 'Part: Fill' }));
  await user.click(within(dialog).getByRole('combobox', { name: 'Only of: Fill' }));
  await user.click(await screen.findByRole('option', { name: 'Wages' }));
  const factor = within(dialog).getByRole('textbox', { name: 'Unit factor: Fill' });
  await user.clear(factor);
  await user.type(factor, '0.65');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Locked: Fill' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(onSave).toHaveBeenCalledWith([
    { row_id: 2, item_id: 7, share: '1/3', by: null, parts: null, unit_factor: null, locked: false },
    { row_id: 2, item_id: 8, share: null, by: null, parts: ['labour'], unit_factor: 0.65, locked: true },
    { row_id: 2, item_id: null, share: null, by: null, parts: null, unit_factor: null, locked: false },
  ]);
});

it('links without their row go to the rows that look like it, with their parts, or are taken away', async () => {
  const offer = (row_id: number, score: number) => ({
    row_id,
    number: String(row_id),
    code: '',
    name: `Row ${row_id}`,
    amount: '5.00',
    score,
  });
  const gone = (row_id: number, name: string, rows: ReturnType<typeof offer>[]) => ({ row_id, code: '', name, rows });
  answer(api.costLinks.lost, {
    lost: [gone(2, 'Slab', [offer(11, 0.95), offer(12, 0.6)]), gone(3, 'Walls', [offer(12, 0.6)]), gone(4, 'Roof', [])],
    count: 3,
  });
  const links = [
    link(1, 7, { share: '0.5', parts: ['labour'], lost: true }),
    link(2, 8, { row_id: 3, lost: true }),
    link(3, 9, { row_id: 4, lost: true }),
  ];
  const onSave = vi.fn(() => Promise.resolve());
  const { user } = await show(
    <RelinkDialog
      opened
      spaceId={1}
      versionId={5}
      estimateId={6}
      links={links}
      nameOf={(id) => `Work ${id}`}
      onSave={onSave}
      onClose={() => {}}
    />,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Lost links' });
  // What is not likely enough is left to a person.
  expect(await within(dialog).findByRole('button', { name: 'Apply to rows: 1' })).toBeTruthy();
  await user.click(within(dialog).getByRole('combobox', { name: 'Goes to row: Roof' }));
  await user.click(await screen.findByRole('option', { name: 'Remove the link' }));
  await user.click(within(dialog).getByRole('button', { name: 'Apply to rows: 2' }));
  expect(onSave).toHaveBeenCalledWith(
    [{ row_id: 11, item_id: 7, share: '0.5', by: null, parts: ['labour'], unit_factor: null, locked: false }],
    [2, 4],
  );
});

const REPORT = {
  currency: 'RUB', total: '10.00', linked: '10.00', ignored: '0.00', unlinked: '0.00', parts: [], percents: [], works: [], changed: 0, quantities: [],
  residue: '0.00', quantities_count: 0, lost: 0, missing_attributes: [], missing_volumes: { first: [], count: 0 }, no_volume: { first: [], count: 0 }, outdated: [],
}; // prettier-ignore
const costs = (fields: Partial<NonNullable<CostUpdate['estimates']>>): CostUpdate => ({
  success: true, revision: 7, diff: {}, rows: 0, estimates: { ...REPORT, ...fields },
}); // prettier-ignore
const showCosts = (run: (dryRun: boolean, revision?: number) => Promise<CostUpdate>) =>
  show(<CostsDialog spaceId={1} versionId={5} opened run={run} onClose={() => {}} />);

it('an update of costs names what of its estimates has changed, also where no cost does, and is made of the revision that was seen', async () => {
  const state = { revision: 3, rate: '' };
  const changed = { estimate_id: 6, name: '05 Waste', currency: 'RUB', was: state, now: { revision: 5, rate: '95' } };
  const outdated = [{ ...changed, why: ['rows' as const, 'settings' as const] }, { ...changed, name: '06 Roof', why: ['settings' as const, 'rate' as const] }]; // prettier-ignore
  const run = vi.fn(() => Promise.resolve(costs({ outdated })));
  const { user } = await showCosts(run);
  const since = await screen.findByRole('region', { name: 'Costs out of date' });
  expect(within(since).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '“05 Waste” has changed: revision 3, now 5.', 'The cost settings have changed.', 'The rate of RUB has changed: –, now 95.',
  ]); // prettier-ignore
  await user.click(screen.getByRole('button', { name: 'Update costs' }));
  expect(run).toHaveBeenLastCalledWith(false, 7);
});

it('an update of costs leads to works that receive money and have no volume; there is nothing to do where all is up to date', async () => {
  const no_volume = { first: [{ item_id: 12, code: 'A', name: 'Dig' }], count: 3 };
  await showCosts(() => Promise.resolve(costs({ no_volume, residue: '0.03' })));
  const named = await screen.findByRole('region', { name: 'Works with money and without a volume: 3.' });
  expect(within(named).getByRole('link', { name: 'A Dig' }).getAttribute('href')).toMatch(/^\/1\/schedule\/5\?target=(?:%22)?12(?:%22)?$/);
  expect(within(named).getByText('…')).toBeTruthy();
  expect(screen.getByText('The costs of works are up to date.')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toMatch(/^0.03 RUB are neither at works nor left/);
  expect(screen.queryByRole('button', { name: 'Update costs' })).toBeNull();
});

it('after an update of costs the missing volume codes open their rows', async () => {
  const onMissing = vi.fn();
  const missing_volumes = { first: ['B-12', 'B-15'], count: 16 };
  const run = () => Promise.resolve(costs({ changed: 1, missing_volumes }));
  const { user } = await show(<CostsDialog spaceId={1} versionId={5} opened run={run} onMissing={onMissing} onClose={() => {}} />);
  await user.click(await screen.findByRole('button', { name: 'Update costs' }));
  expect((await screen.findAllByText('Missing volume codes: B-12, B-15 and 14 more')).length).toBeGreaterThan(0);
  await user.click(await screen.findByRole('button', { name: 'Show rows' }));
  expect(onMissing).toHaveBeenCalledOnce();
});

it('missing volume codes are listed with the rows that carry them, and lead to these', async () => {
  const row = (row_id: number, name: string) => ({ project_id: 3, estimate_id: 6, row_id, number: String(row_id), name, amount: '100', currency: 'RUB' }); // prettier-ignore
  answer(api.costLinks.missingVolumes, {
    codes: [{ code: 'B-12', rows: [row(2, 'Dig'), row(4, 'Haul')] }, { code: 'B-15', rows: [row(9, 'Fill')] }], count: 12,
  }); // prettier-ignore
  const onClose = vi.fn();
  const { user } = await show(<MissingVolumesDialog spaceId={1} versionId={5} opened onClose={onClose} />);
  const list = await screen.findByRole('region', { name: 'Missing volume codes' });
  expect(within(list).getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'Volume codeRowAmount', 'B-122 Dig100 RUB', '4 Haul100 RUB', 'B-159 Fill100 RUB',
  ]); // prettier-ignore
  expect(screen.getByText('Codes beyond this list: 10')).toBeTruthy();
  const way = within(list).getByRole('link', { name: '4 Haul' });
  expect(way.getAttribute('href')).toMatch(/^\/1\/estimates\/3\?estimate=(?:%22)?6(?:%22)?&row=(?:%22)?4(?:%22)?$/);
  await user.click(way);
  expect(onClose).toHaveBeenCalledOnce();
});
