import { api } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { jobOf } from '../../../testing/examples.ts';
import { answer, asked } from '../../../testing/fake-server.ts';
import { dialog, show } from '../../../testing/show.tsx';
import { RemoteInstallationsPanel } from './remote-installations-panel.tsx';
import { RemoteSpacesPanel } from './remote-spaces-panel.tsx';

const SPACE = {
  id: 3,
  remote_id: 1,
  installation: 'north.example',
  space_id: 40,
  name: 'Riverside',
  bytes: 5_000_000,
  program: '0.1.0',
  compatible: true,
  consent: '2026-03-03T18:00:00.000Z',
};
const NORTH = { id: 1, name: 'north.example' };
const UNTIL = '2026-03-03T18:00:00.000Z';

beforeEach(() => {
  answer(api.jobs.get, jobOf(1));
  answer(api.remoteSpaces.list, { remote_spaces: [SPACE, { ...SPACE, id: 4, name: 'Later', compatible: false }], installations: [NORTH] });
  answer(api.remoteSpaces.consents, {
    consents: [{ id: 9, remote_id: 1, installation: 'north.example', given_by: 'Ada Lovelace', until: UNTIL, claimed_at: null }],
    installations: [NORTH],
  });
  answer(api.remoteSpaces.claim, { remote_space: SPACE });
  answer(api.remoteSpaces.copy, { job_id: 1 });
  answer(api.remoteSpaces.allow, { id: 10, code: 'AAAAA-BBBBB', until: UNTIL });
  answer(api.remoteSpaces.withdraw, {});
});

it('copies a space that somebody elsewhere allowed; one of a later release is not offered', async () => {
  const { user } = await show(<RemoteSpacesPanel spaceId={1} mayAllow={false} />);
  await user.type(await screen.findByRole('textbox', { name: 'Code' }), 'ABC-1');
  await user.click(screen.getByRole('button', { name: 'Enter the code' }));
  expect(asked(api.remoteSpaces.claim)).toMatchObject([{ body: { remote_id: 1, code: 'ABC-1' } }]);
  expect(screen.queryByRole('button', { name: 'Copy “Later”' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Copy “Riverside”' }));
  const form = await dialog('Copy a space to here');
  await user.click(within(form).getByRole('checkbox'));
  await user.click(within(form).getByRole('button', { name: 'Copy' }));
  expect(asked(api.remoteSpaces.copy)).toMatchObject([
    { body: { remote_id: 1, remote_space_id: 40, name: 'Riverside', with_files: false } },
  ]);
  expect(screen.queryByRole('button', { name: 'Allow a copy' })).toBeNull();
});

it('allows a copy by a code that is shown once, and withdraws it after a question', async () => {
  const { user } = await show(<RemoteSpacesPanel spaceId={1} mayAllow />);
  await user.click(await screen.findByRole('button', { name: 'Allow a copy' }));
  expect((await dialog('Code for north.example')).textContent).toContain('AAAAA-BBBBB');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await user.click(screen.getByRole('button', { name: 'Allow north.example no copy any more' }));
  await user.click(within(await dialog('Withdraw the permission?')).getByRole('button', { name: 'Withdraw' }));
  expect(asked(api.remoteSpaces.withdraw)).toMatchObject([{ params: { id: 1, consentId: 9 } }]);
});

it('pairs installations by a code', async () => {
  answer(api.remoteSpaces.installations, { fingerprint: '0123456789abcdef', installations: [] });
  answer(api.remoteSpaces.pairingCode, { code: 'CCCCC-DDDDD', base_url: 'https://here.example', until: UNTIL });
  answer(api.remoteSpaces.pair, { id: 1, name: 'north.example', fingerprint: 'fedcba9876543210' });
  const { user } = await show(<RemoteInstallationsPanel />);
  await user.click(await screen.findByRole('button', { name: 'Make a code' }));
  const made = await dialog('Code of the pairing');
  expect(made.textContent).toContain('CCCCC-DDDDD');
  expect(made.textContent).toContain('https://here.example');
  await user.click(within(made).getByRole('button', { name: 'Done' }));
  await user.click(screen.getByRole('button', { name: 'Pair with another one …' }));
  const form = await dialog('Pair with another installation');
  await user.type(within(form).getByRole('textbox', { name: 'Address' }), 'https://north.example');
  await user.type(within(form).getByRole('textbox', { name: 'Code' }), 'EEEEE');
  await user.click(within(form).getByRole('button', { name: 'Pair' }));
  expect(asked(api.remoteSpaces.pair)).toMatchObject([{ body: { base_url: 'https://north.example', code: 'EEEEE' } }]);
});
