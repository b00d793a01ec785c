import { api, STORAGE_PART_BYTES } from '@gantry/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { jobOf, SYSTEM } from '../../../testing/examples.ts';
import { answer, asked, receivedBy, refuse } from '../../../testing/fake-server.ts';
import { choose, dialog, show } from '../../../testing/show.tsx';
import { ImportForm } from './import-form.tsx';
import { plainRule } from './import.model.ts';

const version = (id: number, name: string, kind: 'actual' | 'version' | 'target', locked = false) => ({
  id,
  schedule_id: 4,
  name,
  kind,
  locked,
  revision: 1,
  calculation_status: 0 as const,
  validity: 0 as const,
  left_out: [],
  data_date: null,
  item_count: 0,
  created_at: '2026-03-02T09:00:00Z',
  updated_at: '2026-03-02T09:00:00Z',
});
const VERSIONS = [version(11, 'Baseline', 'target', true), version(12, 'Actual', 'actual'), version(13, 'Draft', 'version')];
const WEEKLY = {
  id: 5,
  schedule_id: 4,
  name: 'Weekly',
  rule: { ...plainRule(), rows_to_skip: 3, code_page: 'windows-1251' },
  updated_at: '2026-03-02T09:00:00Z',
};

const onStarted = vi.fn();
const onClose = vi.fn();

beforeEach(() => {
  onStarted.mockClear();
  onClose.mockClear();
  answer(api.system.state, { ...SYSTEM, import_bytes: 2 * 1024 * 1024 });
  answer(api.versions.list, { versions: VERSIONS });
  answer(api.importSettings.list, { settings: [WEEKLY] });
  answer(api.imports.upload, { job_id: 71 });
  answer(api.jobs.get, jobOf(71));
});

const shown = async (versionId: number | null = null) => {
  const page = await show(<ImportForm scheduleId={4} versionId={versionId} onStarted={onStarted} onClose={onClose} />);
  await waitFor(() => expect(scenario('Changes to a version').disabled).toBe(false));
  return page;
};
const input = (): HTMLInputElement => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
const scenario = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const give = async (user: Awaited<ReturnType<typeof shown>>['user'], name: string, bytes = 10) => {
  await user.upload(input(), new File([new Uint8Array(bytes)], name));
  await screen.findByRole('button', { name: (text) => text.startsWith(name) });
};
/** What the form of the upload says beside the file. */
const sent = (): Record<string, string> =>
  Object.fromEntries(
    [...(receivedBy(api.imports.upload)[0].form?.entries() ?? [])].filter(([, value]) => typeof value === 'string'),
  ) as Record<string, string>;

it('uploads a file as a new version that is called as the file', async () => {
  const { user } = await shown();
  expect(press('Upload').disabled).toBe(true);
  await give(user, 'Tower.v2.xer');
  const name = screen.getByLabelText<HTMLInputElement>('Version name');
  expect(name.value).toBe('Tower.v2');
  await user.clear(name);
  await user.type(name, ' Tower two ');
  await user.click(press('Upload'));
  await waitFor(() => expect(onStarted).toHaveBeenCalledExactlyOnceWith({ jobId: 71 }));
  expect(asked(api.imports.upload)).toMatchObject([{ params: { id: 4 } }]);
  expect(sent()).toEqual({
    version_name: 'Tower two',
    rows_to_skip: '0',
    code_page: 'auto',
    download_scenario: 'new_version',
    add: 'true',
    update: 'true',
    delete: 'false',
  });
  const file = receivedBy(api.imports.upload)[0].form?.get('file') as File;
  expect(file.name).toBe('Tower.v2.xer');
  // The server reads the form as it arrives: the file comes last.
  expect([...(receivedBy(api.imports.upload)[0].form?.keys() ?? [])].at(-1)).toBe('file');
  await waitFor(() => expect(asked(api.jobs.get)).toHaveLength(1));
});

it('refuses a file that is too large before it is sent', async () => {
  const { user } = await shown();
  await give(user, 'big.xer', 2 * 1024 * 1024);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(press('Upload').disabled).toBe(false);
  await give(user, 'bigger.xer', 2 * 1024 * 1024 + 1);
  expect(screen.getByRole('alert').textContent).toContain('larger than 2 MB');
  expect(press('Upload').disabled).toBe(true);
});

it('offers a schedule without versions a new one alone', async () => {
  answer(api.versions.list, { versions: [] });
  await show(<ImportForm scheduleId={4} versionId={null} onStarted={onStarted} onClose={onClose} />);
  await waitFor(() => expect(asked(api.versions.list)).toHaveLength(1));
  expect([scenario('A new version').disabled, scenario('Changes to a version').disabled, scenario('A comparison only').disabled]).toEqual([
    false,
    true,
    true,
  ]);
});

it('compares with the actual version unless another is chosen; a locked one is only compared with', async () => {
  const { user } = await shown();
  await user.click(scenario('Changes to a version'));
  const target = screen.getByRole<HTMLInputElement>('combobox', { name: 'Version' });
  expect(target.value).toBe('Actual');
  expect(screen.queryByLabelText('Version name')).toBeNull();
  await user.click(target);
  expect((await screen.findByRole('option', { name: 'Baseline' })).getAttribute('data-combobox-disabled')).toBe('true');
  await user.click(screen.getByRole('option', { name: 'Draft' }));
  await give(user, 'tower.xer');
  await user.click(screen.getByRole('checkbox', { name: 'Deletions' }));
  await user.click(screen.getByRole('checkbox', { name: 'New rows' }));
  await user.click(press('Compare'));
  await waitFor(() => expect(onStarted).toHaveBeenCalledOnce());
  expect(sent()).toMatchObject({ download_scenario: 'into_version', version_id: '13', add: 'false', update: 'true', delete: 'true' });
  expect(sent()['version_name']).toBeUndefined();
});

it('compares with a locked version', async () => {
  const { user } = await shown();
  await user.click(scenario('A comparison only'));
  await choose(user, 'Version', 'Baseline');
  await give(user, 'tower.xer');
  await user.click(press('Compare'));
  await waitFor(() => expect(sent()).toMatchObject({ download_scenario: 'compare', version_id: '11' }));
});

it('changes the version that the dialog was opened for', async () => {
  const { user } = await shown(13);
  expect(scenario('Changes to a version').checked).toBe(true);
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Version' }).value).toBe('Draft'));
  await give(user, 'tower.xer');
  await user.click(press('Compare'));
  await waitFor(() => expect(sent()['version_id']).toBe('13'));
});

it('takes the last version where none is the actual one', async () => {
  answer(api.versions.list, { versions: [VERSIONS[0], VERSIONS[2]] });
  const { user } = await shown();
  await user.click(scenario('Changes to a version'));
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Version' }).value).toBe('Draft');
});

it('reads the file by a code page and skips rows', async () => {
  const { user } = await shown();
  await choose(user, 'Code page of the file', 'windows-1251');
  const skip = screen.getByLabelText('Rows to skip at the start');
  await user.clear(skip);
  await user.type(skip, '2');
  await give(user, 'plan.csv');
  await user.click(press('Upload'));
  await waitFor(() => expect(sent()).toMatchObject({ code_page: 'windows-1251', rows_to_skip: '2' }));
});

it('stays where the upload is refused, and is left by Cancel', async () => {
  refuse(api.imports.upload, 'import.empty');
  const { user } = await shown();
  await give(user, 'plan.csv');
  await user.click(press('Upload'));
  await waitFor(() => expect(asked(api.imports.upload)).toHaveLength(1));
  await waitFor(() => expect(press('Upload').disabled).toBe(false));
  expect(onStarted).not.toHaveBeenCalled();
  await user.click(press('Cancel'));
  expect(onClose).toHaveBeenCalledOnce();
});

it('takes a saved rule, and names it in the upload', async () => {
  const { user } = await shown();
  await choose(user, 'Rule', 'Weekly');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Code page of the file' }).value).toBe('windows-1251');
  await give(user, 'plan.csv');
  await user.click(press('Upload'));
  await waitFor(() => expect(sent()).toMatchObject({ rule_name: 'Weekly', rows_to_skip: '3' }));
});

it('deletes a rule after a question, and goes on without it', async () => {
  answer(api.importSettings.remove, {});
  const { user } = await shown();
  await choose(user, 'Rule', 'Weekly');
  await user.click(press('Delete rule'));
  const question = await dialog('Delete rule');
  expect(question.textContent).toContain('“Weekly” is deleted for everybody');
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(asked(api.importSettings.remove)).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Rule' }).value).toBe('No rule'));
});

it('sends what is mapped, without lines that say nothing yet', async () => {
  const { user } = await shown();
  await user.click(press('Columns and calendars'));
  await user.click(press('Add a column'));
  await user.click(press('Add a column'));
  await user.type(screen.getAllByLabelText('Column, field or code of the file')[0], 'Title');
  await give(user, 'plan.csv');
  await user.click(press('Upload'));
  await waitFor(() => expect(sent()['mapping']).toBeDefined());
  expect(JSON.parse(sent()['mapping'])).toEqual({
    match_by: 'code',
    columns: [{ from: 'Title', to: { kind: 'field', field: 'name' } }],
    calendars: [],
  });
});

it('tries a rule on the first rows before anything is uploaded; another rule ends what was shown', async () => {
  answer(api.imports.tryRule, {
    program: '',
    total: 1200,
    fields: ['name', 'durationMinutes'],
    attributes: ['Zone'],
    rows: [['Dig', 480, 'North']],
    findings: [{ severity: 'warning', code: 'finding.import.no_such_column', message: '', line: null, parameters: { column: 'Titel' } }],
  });
  const { user } = await shown();
  expect(press('Try on 50 rows').disabled).toBe(true);
  await give(user, 'plan.csv');
  await user.click(press('Try on 50 rows'));
  const rows = await screen.findByRole('region', { name: 'First rows as they will be taken in: 1 of 1\u00a0200' });
  expect(
    within(rows)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Dig', '8.00 h', 'North']);
  expect(rows.textContent).toContain('Titel');
  expect(asked(api.imports.upload)).toEqual([]);
  await choose(user, 'Rule', 'Weekly');
  await waitFor(() => expect(screen.queryByRole('region', { name: /First rows/ })).toBeNull());
});

it('copies the rules of another schedule, and names those whose name is taken', async () => {
  const node = { position: 1, created_at: '', updated_at: '' };
  answer(api.eps.tree, {
    nodes: [
      { ...node, id: 2, parent_id: null, kind: 'project', name: 'Bridge' },
      { ...node, id: 4, parent_id: 2, kind: 'schedule', name: 'Here' },
      { ...node, id: 9, parent_id: 2, kind: 'schedule', name: 'There' },
    ],
    versions: [],
  });
  answer(api.importSettings.copy, { copied: ['Monthly'], passed_over: ['Weekly'] });
  const { user } = await shown();
  await user.click(press('Copy rules from another schedule'));
  await user.click(await screen.findByRole('combobox', { name: 'Schedule' }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toContain('Bridge / There');
  expect(options.map(({ textContent }) => textContent)).not.toContain('Bridge / Here');
  await user.click(options.find(({ textContent }) => textContent === 'Bridge / There') as HTMLElement);
  await user.click(press('Copy'));
  await waitFor(() => expect(asked(api.importSettings.copy)).toMatchObject([{ body: { schedule_id: 4, from_schedule_id: 9 } }]));
  expect(await screen.findByText('Their names are taken here: Weekly')).toBeDefined();
});

it('sends a large file in parts with the fields of the form, and goes on with the job of the last one', async () => {
  answer(api.system.state, SYSTEM);
  answer(api.imports.openUpload, { key: '00000000-0000-4000-8000-000000000001' });
  answer(api.imports.readUpload, { offset: STORAGE_PART_BYTES + 5, length: STORAGE_PART_BYTES + 5, job_id: 72 });
  answer(api.imports.addPart, {});
  answer(api.jobs.get, jobOf(72));
  const { user } = await shown();
  await give(user, 'tower.xer', STORAGE_PART_BYTES + 5);
  await user.click(press('Upload'));
  await waitFor(() => expect(onStarted).toHaveBeenCalledExactlyOnceWith({ jobId: 72 }));
  expect(asked(api.imports.openUpload)).toMatchObject([
    { params: { id: 4 }, body: { name: 'tower.xer', bytes: STORAGE_PART_BYTES + 5, fields: { version_name: 'tower', add: 'true' } } },
  ]);
  expect(receivedBy(api.imports.addPart).map(({ headers }) => Number(headers.get('upload-offset')))).toEqual([0, STORAGE_PART_BYTES]);
  expect(asked(api.imports.upload)).toEqual([]);
});
