import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { BUILT_IN_ROLES, memberOf } from '../../../testing/examples.ts';
import { answer, asked, receivedBy } from '../../../testing/fake-server.ts';
import { choose, show } from '../../../testing/show.tsx';
import { GrantPanel } from './grant-panel.tsx';
import { NodeGrants } from './node-grants.tsx';

const NODES = [
  { id: 7, path: 'Harbour' },
  { id: 8, path: 'Harbour / Pier' },
];
const by = (user_id: number, name: string, node: [number, string] | null, role_id: number) => ({
  user_id,
  name,
  source: node ? ('node' as const) : ('space' as const),
  node_id: node?.[0] ?? null,
  node_name: node?.[1] ?? null,
  role_id,
  rights: ['plan.read' as const, 'plan.edit' as const],
});

beforeEach(() => {
  answer(api.spaces.users, { users: [memberOf(2, 'Boris'), memberOf(3, 'Vera', { status: 'disabled' })] });
  answer(api.roles.list, { roles: BUILT_IN_ROLES });
  answer(api.grants.resource, {
    access: [
      by(2, 'Boris', null, BUILT_IN_ROLE_ID.viewer),
      by(9, 'Zoe', [7, 'Harbour'], BUILT_IN_ROLE_ID.planner),
      by(8, 'Anna', [8, 'Pier'], BUILT_IN_ROLE_ID.executor),
    ],
  });
  answer(api.grants.grant, {});
  answer(api.grants.revoke, {});
});

const onPier = async (mayManage = true) => {
  const page = await show(<GrantPanel spaceId={1} nodes={NODES} mayManage={mayManage} />);
  await choose(page.user, 'Node', 'Harbour / Pier');
  await screen.findByRole('row', { name: /Zoe/ });
  return page;
};

it('asks for nothing before a node is chosen', async () => {
  await show(<GrantPanel spaceId={1} nodes={NODES} mayManage />);
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Give' })).toBeNull();
  expect(asked(api.grants.resource)).toEqual([]);
});

it('says who may what at a node, and where that comes from', async () => {
  await onPier();
  expect(asked(api.grants.resource)).toMatchObject([{ params: { id: 8 } }]);
  const cells = (name: RegExp) =>
    within(screen.getByRole('row', { name }))
      .getAllByRole('cell')
      .slice(1, 4)
      .map(({ textContent }) => textContent);
  expect(cells(/Boris/)).toEqual(['Viewer', 'role in the space', 'See plans, Change plans']);
  expect(cells(/Zoe/)).toEqual(['Planner', 'given on Harbour', 'See plans, Change plans']);
});

it('gives a role to an active member, as a planner unless another is chosen', async () => {
  const { user } = await onPier();
  const give = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Give' });
  expect(give().disabled).toBe(true);
  await user.click(screen.getByRole('combobox', { name: 'Person' }));
  expect(await screen.findAllByRole('option')).toHaveLength(1);
  await user.click(screen.getByRole('option', { name: /Boris/ }));
  await user.click(give());
  await waitFor(() =>
    expect(asked(api.grants.grant)).toMatchObject([{ body: { node_id: 8, user_id: 2, role_id: BUILT_IN_ROLE_ID.planner } }]),
  );
  expect(receivedBy(api.grants.grant)[0].headers.get('X-Space-Id')).toBe('1');
  // The form clears its person and the list is fetched again.
  await waitFor(() => expect(give().disabled).toBe(true));
  await waitFor(() => expect(asked(api.grants.resource)).toHaveLength(2));
});

it('gives another role', async () => {
  const { user } = await onPier();
  await user.click(screen.getByRole('combobox', { name: 'Person' }));
  await user.click(await screen.findByRole('option', { name: /Boris/ }));
  await choose(user, 'Role', 'Executor');
  await user.click(screen.getByRole('button', { name: 'Give' }));
  await waitFor(() => expect(asked(api.grants.grant)[0].body.role_id).toBe(BUILT_IN_ROLE_ID.executor));
});

it('takes away where it was given, also from above', async () => {
  const { user } = await onPier();
  expect(within(screen.getByRole('row', { name: /Boris/ })).queryByRole('button')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Take away from Zoe' }));
  await waitFor(() => expect(asked(api.grants.revoke)).toMatchObject([{ body: { node_id: 7, user_id: 9 } }]));
});

it('gives and takes nothing for who does not manage people', async () => {
  await onPier(false);
  expect(screen.queryByRole('button', { name: 'Give' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Take away/ })).toBeNull();
});

it('lists at a node first what was given there, and counts who may by their role', async () => {
  const { user } = await show(<NodeGrants spaceId={1} nodeId={8} mayManage />);
  await screen.findByText('Anna');
  await screen.findByText(/Planner/);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'AnnaExecutorgiven here',
    'ZoePlannergiven on Harbour',
  ]);
  expect(screen.getByText('1 person by their role in the space')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Take away from Anna' }));
  await waitFor(() => expect(asked(api.grants.revoke)).toMatchObject([{ body: { node_id: 8, user_id: 8 } }]));
});

it('takes nothing away at a node where the person may not', async () => {
  await show(<NodeGrants spaceId={1} nodeId={8} mayManage={false} />);
  await screen.findByText('Anna');
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows nothing at a node without any access', async () => {
  answer(api.grants.resource, { access: [] });
  await show(<NodeGrants spaceId={1} nodeId={8} mayManage />);
  await waitFor(() => expect(asked(api.grants.resource)).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});
