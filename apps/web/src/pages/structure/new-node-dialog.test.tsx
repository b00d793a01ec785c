import { api, type NodeAttribute } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer, asked } from '../../testing/fake-server.ts';
import { dialog, show } from '../../testing/show.tsx';
import { NewNodeDialog } from './new-node-dialog.tsx';

const attribute = (id: number, name: string, more: Partial<NodeAttribute> = {}): NodeAttribute => ({
  id,
  node_id: 1,
  node_name: 'Plant',
  key: `key_${id}`,
  name,
  type: 'string',
  owners: ['schedule'],
  values: [],
  unit: '',
  required: true,
  unique: false,
  inherits: true,
  default_value: null,
  formula: null,
  inherited: true,
  nodes: 0,
  versions: 0,
  ...more,
});

it('asks a new node for what it must have and gets from nowhere else', async () => {
  const client = attribute(1, 'Client');
  const all = [
    client,
    attribute(2, 'Stage', { inherits: false }),
    attribute(3, 'Class', { default_value: 'B' }),
    attribute(4, 'Passport', { type: 'file' }),
    attribute(5, 'Remark', { required: false }),
    attribute(6, 'Storeys', { owners: ['facility'] }),
  ];
  answer(api.attributes.list, { attributes: all });
  answer(api.attributes.passport, {
    entries: [{ attribute: client, value: 'City', source: 'user_value', from: null }],
  });
  answer(api.spaces.users, { users: [] });
  answer(api.eps.create, { id: 9 });
  const onCreated = vi.fn();
  const { user } = await show(
    <NewNodeDialog spaceId={1} creation={{ kind: 'schedule', parentId: 5, parentName: 'Line' }} onCreated={onCreated} onClose={vi.fn()} />,
  );
  const form = within(await dialog('New schedule'));
  await form.findByLabelText('Stage');
  for (const name of ['Client', 'Class', 'Passport', 'Remark', 'Storeys']) expect(form.queryByLabelText(name)).toBeNull();
  await user.type(form.getByLabelText('Name, in “Line”'), 'Roof');
  await user.type(form.getByLabelText('Stage'), 'Permit{Enter}');
  await vi.waitFor(() => expect(onCreated).toHaveBeenCalledWith(9));
  expect(asked(api.eps.create)).toMatchObject([
    { body: { kind: 'schedule', name: 'Roof', parent_id: 5, values: [{ attribute_id: 2, value: 'Permit' }] } },
  ]);
  expect(screen.queryByText(/must have a value/)).toBeNull();
});
