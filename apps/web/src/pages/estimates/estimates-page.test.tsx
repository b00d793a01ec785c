import { api } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signedInWith } from '../../testing/examples.ts';
import { answer, asked } from '../../testing/fake-server.ts';
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
  answer(api.estimates.list, { estimates: [HEAD] });
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
