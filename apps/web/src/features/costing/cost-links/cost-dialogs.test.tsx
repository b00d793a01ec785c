import { api, type CostSettings } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { CostSettingsDialog } from './cost-settings-dialog.tsx';
import type { CostLink } from './cost-links.queries.ts';
import { RelinkDialog } from './relink-dialog.tsx';
import { SharesDialog } from './shares-dialog.tsx';

const SETTINGS: CostSettings = {
  level: 'current', by: 'equal', by_coefficients: false, part_attributes: {}, currency: null, rates: [], percents: [],
}; // prettier-ignore
const link = (id: number, item_id: number | null, fields: Partial<CostLink> = {}): CostLink => ({
  id, estimate_id: 1, row_id: 2, item_id, share: null, by: null, parts: null, rule_id: null, locked: false, lost: false, amount: '50.00', code: '', name: '', ...fields,
}); // prettier-ignore

it('cost settings take rates and percentages, and are saved only as a whole that makes sense', async () => {
  const onSave = vi.fn(() => Promise.resolve());
  const { user } = await show(<CostSettingsDialog opened settings={SETTINGS} mayEdit onSave={onSave} onClose={() => {}} />);
  await user.type(await screen.findByRole('textbox', { name: 'Currency of works' }), 'rub');
  await user.click(screen.getByRole('button', { name: 'Add a rate' }));
  await user.type(screen.getByRole('textbox', { name: 'Currency 1' }), 'eur');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave).not.toHaveBeenCalled();
  await user.type(screen.getByRole('textbox', { name: 'Rate 1' }), '95,5');
  await user.click(screen.getByRole('button', { name: 'Add a percentage' }));
  await user.type(screen.getByRole('textbox', { name: 'Name of percentage 1' }), 'Winter');
  await user.type(screen.getByRole('textbox', { name: 'Percent 1' }), '2');
  await user.click(screen.getByRole('checkbox', { name: /^Coefficients of norms/ }));
  await user.type(screen.getByRole('textbox', { name: 'Wages' }), 'Pay');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave).toHaveBeenCalledWith({
    level: 'current',
    by: 'equal',
    currency: 'RUB',
    rates: [{ currency: 'EUR', rate: '95,5', day: expect.stringMatching(/^\d{4}-/) as string }],
    percents: [{ name: 'Winter', rate: '2', of: 'so_far', parts: null, from: null, until: null, in_acts: false }],
    by_coefficients: true,
    part_attributes: { labour: 'Pay' },
  });
});

it('cost settings are only read where they may not be changed', async () => {
  await show(<CostSettingsDialog opened settings={SETTINGS} mayEdit={false} onSave={() => Promise.resolve()} onClose={() => {}} />);
  expect(await screen.findByRole('button', { name: 'Close', hidden: false })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add a rate' })).toBeNull();
});

it('parts of a row are typed for each work, with its weight and its lock', async () => {
  const onSave = vi.fn(() => Promise.resolve());
  const names = new Map<number | null, string>([[7, 'Dig'], [8, 'Fill'], [null, 'left out']]); // prettier-ignore
  const row = { name: 'Earthwork', links: [link(1, 7), link(2, 8, { share: '0.5' }), link(3, null)] };
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
  await user.click(within(dialog).getByRole('checkbox', { name: 'Locked: Fill' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(onSave).toHaveBeenCalledWith([
    { row_id: 2, item_id: 7, share: '1/3', by: null, parts: null, locked: false },
    { row_id: 2, item_id: 8, share: null, by: null, parts: ['labour'], locked: true },
    { row_id: 2, item_id: null, share: null, by: null, parts: null, locked: false },
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
  expect(onSave).toHaveBeenCalledWith([{ row_id: 11, item_id: 7, share: '0.5', by: null, parts: ['labour'], locked: false }], [2, 4]);
});
