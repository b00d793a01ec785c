import type { DirectoryRowChange } from '@gantry/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../../../testing/show.tsx';
import type { ContentCommands, InvalidValues } from '../directories.queries.ts';
import { InvalidPanel } from './invalid-panel.tsx';

const FIXES = [
  { do: 'update', id: 5, cells: { 3: 7 } },
  { do: 'update', id: 6, code: 'A-2' },
  { do: 'update', id: 7, donors: { 9: null } },
] satisfies DirectoryRowChange[];
const INVALID: InvalidValues = {
  revision: 1,
  total: 3,
  values: [
    { row_id: 5, row_code: 'A', row_name: 'Crane', attribute_id: 3, value: 'seven', problem: 'number', fix: FIXES[0] },
    { row_id: 6, row_code: 'A', row_name: 'Truck', attribute_id: null, value: 'A', problem: 'code_twice', fix: FIXES[1] },
    { row_id: 7, row_code: 'B', row_name: 'Pump', attribute_id: 4, value: 12, problem: 'donor', fix: FIXES[2] },
  ],
};

it('sends the changes that the server proposed as they are', async () => {
  const sent: DirectoryRowChange[][] = [];
  const edit = async (changes: DirectoryRowChange[]) => void sent.push(changes);
  const { user } = await show(
    <InvalidPanel
      invalid={INVALID}
      nameOf={String}
      write={() => ''}
      commands={{ edit } as unknown as ContentCommands}
      readOnly={false}
      onShow={() => undefined}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Fix 3' }));
  expect(sent).toEqual([FIXES]);
});
