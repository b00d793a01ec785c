import { api } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { jobOf } from '../../../testing/examples.ts';
import { answer, asked } from '../../../testing/fake-server.ts';
import { dialog, show } from '../../../testing/show.tsx';
import { BackupsPanel } from './backups-panel.tsx';

const BACKUP = {
  id: 7,
  name: 'Evening',
  at: '2026-03-02T18:00:00.000Z',
  job_id: null,
  program: '0.1.0',
  with_files: true,
  rows: 1200,
  bytes: 3_000_000,
  state: 'proven' as const,
  proved_at: '2026-03-02T18:01:00.000Z',
  findings: [],
  author: 'Ada Lovelace',
};
const BROKEN = {
  ...BACKUP,
  id: 8,
  name: 'Morning',
  state: 'broken' as const,
  findings: [{ code: 'backup.damaged', parameters: { object: 'ab12' } }],
};

beforeEach(() => {
  answer(api.backups.list, { backups: [BACKUP, BROKEN], last_proven: BACKUP.at, recovery_made_at: null, former: [], next: null });
  answer(api.jobs.get, jobOf(1));
  answer(api.backups.jobs, { jobs: [] });
  for (const endpoint of [api.backups.create, api.backups.verify, api.backups.restore]) answer(endpoint, { job_id: 1 });
  answer(api.backups.remove, {});
  answer(api.backups.addJob, { id: 1, next_runs: [] });
  answer(api.backups.preview, {
    at: BACKUP.at,
    name: 'Evening',
    rows: 1200,
    people: [{ name: 'Boris Crane', edits: 3, messages: 1, files: 0 }],
  });
});

const shown = async (mayRestore = true) => {
  const page = await show(<BackupsPanel spaceId={1} spaceName="Riverside" mayRestore={mayRestore} />);
  await screen.findByText('Evening');
  return page;
};

it('restores in place after what would be lost was shown and the name of the space was typed', async () => {
  const { user } = await shown();
  await user.click(screen.getByRole('button', { name: 'Restore “Evening” in place' }));
  const question = await dialog('Restore in place?');
  expect(question.textContent).toContain('Boris Crane: edits 3, messages 1, files 0');
  const act = within(question).getByRole<HTMLButtonElement>('button', { name: 'Restore' });
  expect(act.dataset['variant']).toBe('outline');
  await user.click(act);
  expect(asked(api.backups.restore)).toEqual([]);
  await user.type(within(question).getByRole('textbox'), 'Riverside');
  await user.type(within(question).getByLabelText('Your password'), 'correct horse');
  await user.click(act);
  expect(asked(api.backups.restore)).toMatchObject([
    { params: { id: 1, backupId: 7 }, body: { mode: 'in_place', confirm: 'Riverside', password: 'correct horse' } },
  ]);
});

it('goes back to the space before a restore, for the owner alone', async () => {
  const former = [{ id: 5, name: 'Riverside', until: '2026-04-01T18:00:00.000Z' }];
  answer(api.backups.list, { backups: [BACKUP], last_proven: BACKUP.at, recovery_made_at: null, former, next: null });
  answer(api.backups.goBack, { space_id: 5 });
  const { user } = await shown();
  await user.click(screen.getByRole('button', { name: 'Go back to it …' }));
  const question = await dialog('Go back to the former space?');
  await user.type(within(question).getByRole('textbox'), 'Riverside');
  await user.click(within(question).getByRole('button', { name: 'Go back' }));
  expect(asked(api.backups.goBack)).toMatchObject([{ params: { id: 1, formerId: 5 }, body: { confirm: 'Riverside' } }]);
});

it('says what is wrong with a broken one, which cannot be restored', async () => {
  await shown();
  expect(screen.getByText('The backup is damaged: object ab12.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Restore “Morning” in place' })).toBeNull();
});

it('makes, proves and deletes backups; who may not restore sees no way to', async () => {
  const { user } = await shown(false);
  expect(screen.queryByRole('button', { name: /in place/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Back up now' }));
  await user.click(screen.getByRole('button', { name: 'Prove “Evening” by restoring' }));
  await user.click(screen.getByRole('button', { name: 'Delete backup “Evening”' }));
  await user.click(within(await dialog('Delete the backup?')).getByRole('button', { name: 'Delete' }));
  expect(asked(api.backups.create)).toHaveLength(1);
  expect(asked(api.backups.verify)).toHaveLength(1);
  expect(asked(api.backups.remove)).toMatchObject([{ body: { confirm: true } }]);
});

it('shows older backups page by page', async () => {
  answer(api.backups.list, ({ query }) => {
    const rest = { last_proven: BACKUP.at, recovery_made_at: null, former: [] };
    return (query?.offset ?? 0) === 0 ? { ...rest, backups: [BACKUP], next: 500 } : { ...rest, backups: [BROKEN], next: null };
  });
  const { user } = await shown();
  expect(screen.queryByText('Morning')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('Morning')).toBeTruthy();
  expect(screen.getByText('Evening')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

it('adds a rule with the day that its cadence needs', async () => {
  const { user } = await shown();
  await user.selectOptions(screen.getByRole('combobox', { name: 'How often' }), 'monthly');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Day of the month' }), '31');
  await user.click(screen.getByRole('button', { name: 'Add the rule' }));
  expect(asked(api.backups.addJob)).toMatchObject([{ body: { cadence: 'monthly', at: '03:00', day: 31 } }]);
});

it('shows the code once, and lets it go only after a part of it was typed back', async () => {
  answer(api.backups.recoveryCode, { code: 'AAAAA-BBBBB-CCCCC-DDDDD-EEEEE' });
  const { user } = await shown();
  expect(screen.queryByRole('button', { name: 'Take “Evening” away as a file' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Make the code' }));
  const made = await dialog('Recovery code');
  expect(made.textContent).toContain('AAAAA-BBBBB-CCCCC-DDDDD-EEEEE');
  const kept = within(made).getByRole<HTMLButtonElement>('button', { name: 'I have kept it' });
  expect(kept.disabled).toBe(true);
  await user.type(within(made).getByRole('textbox'), 'eeeee');
  await user.click(kept);
  expect(asked(api.backups.recoveryCode)).toHaveLength(1);
});

it('restores a file with its code', async () => {
  answer(api.backups.upload, { job_id: 1 });
  const { user } = await shown();
  await user.click(screen.getByRole('button', { name: 'Restore a file …' }));
  const form = await dialog('Restore a file of a backup');
  await user.upload(form.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')!, new File(['x'], 'riverside.gantry-space'));
  await user.type(within(form).getByRole('textbox', { name: 'Recovery code' }), 'AAAAA');
  await user.click(within(form).getByRole('button', { name: 'Restore' }));
  expect(asked(api.backups.upload)).toHaveLength(1);
});
