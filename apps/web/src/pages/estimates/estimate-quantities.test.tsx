import { api } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signedInWith } from '../../testing/examples.ts';
import { answer, asked } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { EstimatesPage } from './estimates-page.tsx';

const HEAD = {
  id: 5, project_id: 3, parent_id: null, number: '02-01', name: 'Hall', format: 'gge' as const, profile: 'ru_bim' as const, currency: 'RUB',
  digits: 2, status: 'ready' as const, revision: 4, edition: 1, rows: 3, counted: { base: null, current: '30.30' },
  stated: { base: null, current: '30.30' }, file_name: 'hall.gge', updated_at: '2026-03-01T10:00:00.000Z',
}; // prettier-ignore
const row = (row_id: number, name: string) => ({
  row_id, number: String(row_id), code: '', name, unit: 'm3', quantity: 'volume' as const, before: '10', after: '24', factor: '1.5',
  amount: { before: '10.00', after: '24.00' }, from_file: 2, from_geometry: 0, without: 0,
}); // prettier-ignore
const FOUND = {
  success: true as const, revision: 4, currency: 'RUB', digits: 2, rows: [row(1, 'Walls'), row(2, 'Roof')],
  total: { before: '30.30', after: '58.30' }, same: 1,
  left_out: [{ row_id: 3, number: '3', code: '', name: 'Bricks', unit: 't', why: 'unit' as const }],
}; // prettier-ignore

afterEach(() => void vi.restoreAllMocks());
beforeEach(() => {
  for (const side of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
  signedInWith();
  answer(api.eps.tree, { nodes: [], versions: [] });
  answer(api.preferences.readState, { state: null });
  answer(api.estimates.list, { estimates: [HEAD], linked: [] });
  answer(api.estimates.get, { ...HEAD, findings: [], editions: [], proposal: null });
  answer(api.estimates.rows, () => new Promise<never>(() => {}));
  const source = { version_id: 7, version: 'Plan', link_id: 9, rows: 2, models: ['House'], changed: 2 };
  answer(api.estimateQuantities.sources, { currency: 'RUB', sources: [{ ...source, total: FOUND.total }] });
  answer(api.modelLinks.list, { links: [{ id: 9, name: 'All', model_ids: [], rules: [], guid_field: null }] });
  answer(api.estimateQuantities.take, FOUND);
});

const open = () => {
  vi.stubGlobal('innerWidth', 1920);
  window.dispatchEvent(new Event('resize'));
  return show(<EstimatesPage />, { path: '/1/estimates/3' });
};

it('quantities that a new version of a model changes are offered, and taken with other factors for some of the rows', async () => {
  const { user } = await open();
  expect(await screen.findByText('Quantities of model House changed: 2 rows')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  const dialog = await screen.findByRole('dialog', { name: 'Quantities from models' });
  expect(await within(dialog).findByText('Estimate: 30.30 → 58.30 RUB')).toBeTruthy();
  expect(within(dialog).getByText(/“t” is not what the elements measure/)).toBeTruthy();
  const factor = within(dialog).getByRole('textbox', { name: 'Factor of Walls' });
  await user.clear(factor);
  await user.type(factor, '2,25{Enter}');
  const shown = { params: { id: 5 }, body: { version_id: 7, link_id: 9, factors: [{ row_id: 1, factor: '2.25' }], dry_run: true } };
  await vi.waitFor(() => expect(asked(api.estimateQuantities.take).at(-1)).toMatchObject(shown));
  await user.click(within(dialog).getByRole('checkbox', { name: 'Take the quantity of Roof' }));
  answer(api.estimateQuantities.take, { ...FOUND, revision: 5, rows: [row(1, 'Walls')] });
  await user.click(within(dialog).getByRole('button', { name: 'Take quantities of rows: 1' }));
  const taken = asked(api.estimateQuantities.take).find(({ body }) => !(body as { dry_run?: boolean }).dry_run);
  expect(taken).toMatchObject({ body: { row_ids: [1], factors: [{ row_id: 1, factor: '2.25' }], revision: 4 } });
  expect(await within(dialog).findByText('Quantities taken: 1')).toBeTruthy();
  answer(api.estimates.undo, { revision: 6, kind: 'rows', author: 'Ada', rows: [] });
  await user.click(within(dialog).getByRole('button', { name: 'Undo the last act' }));
  expect(asked(api.estimates.undo).at(-1)).toMatchObject({ body: { revision: 5 } });
});

it('quantities that a new version changes can be left as they are', async () => {
  answer(api.estimateQuantities.putAway, {});
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Leave as they are' }));
  expect(asked(api.estimateQuantities.putAway).at(-1)).toMatchObject({ params: { id: 5 }, query: { version_id: 7, link_id: 9 } });
});
