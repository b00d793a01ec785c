import { api, type CatalogAct, type CatalogProposal, type UnsavedChange } from '@gantry/contract';
import { act as inAct, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { jobOf } from '../../../testing/examples.ts';
import { answer, asked, publish, refuse } from '../../../testing/fake-server.ts';
import { dialog, show } from '../../../testing/show.tsx';
import { useJobs } from '../../access/jobs/jobs.queries.ts';
import { ActDialog } from './act-dialog.tsx';
import { askAct } from './catalog-changes.store.ts';

const TITLE = 'What saving “Two shifts” changes';
const CHANGE: UnsavedChange = {
  source: 'coefficient',
  source_id: 5,
  change: { code: '', name: 'Two shifts', target: 'cost', labour: null, equipment: null, material: null, all: 1.2 },
};

const proposal = (id: number, more: Partial<CatalogProposal> = {}): CatalogProposal => ({
  id,
  version_id: 100 + id,
  version_name: `Version ${id}`,
  schedule_id: 10,
  schedule_name: 'Pier',
  source: 'coefficient',
  source_id: 5,
  stale: false,
  locked: false,
  works: 4,
  finish_before: '2026-03-02T17:00',
  finish_after: '2026-03-09T17:00',
  moved: 3,
  cost_before: 10,
  cost_after: 12,
  created_at: '2026-03-01T09:00:00Z',
  ...more,
});
const actOf = (more: Partial<CatalogAct> = {}): CatalogAct => ({
  id: 40,
  source: 'coefficient',
  source_id: 5,
  name: 'Two shifts',
  state: 'ready',
  proposals: [proposal(1), proposal(2, { moved: null, works: 1, stale: true })],
  left: [],
  unchanged: 0,
  created_at: '2026-03-01T09:00:00Z',
  ...more,
});
const work = (item_id: number, name: string) => ({
  item_id,
  code: `A${item_id}`,
  name,
  start_before: '2026-03-02T08:00',
  start_after: '2026-03-02T08:00',
  finish_before: '2026-03-02T17:00',
  finish_after: '2026-03-09T17:00',
  duration_before: 480,
  duration_after: 2880,
  float_before: null,
  float_after: null,
  cost_before: 10,
  cost_after: 12,
  fields: [],
});

/** Jobs by what they are for: looking, saving, taking back. */
const [LOOK, SAVE, BACK] = [71, 72, 73];
const jobs = new Map<number, ReturnType<typeof jobOf>>();

beforeEach(() => {
  jobs.clear();
  for (const id of [LOOK, SAVE, BACK]) jobs.set(id, jobOf(id, { title: `job ${id}` }));
  answer(api.jobs.list, () => ({ jobs: [...jobs.values()] }));
  answer(api.jobs.get, ({ params }) => jobs.get(params.id) ?? jobOf(params.id));
  answer(api.catalogChanges.look, { id: 40, job_id: LOOK });
  answer(api.catalogChanges.act, actOf());
  answer(api.catalogChanges.changes, ({ params }) => ({
    proposal: proposal(params.id),
    total: 2,
    changes: params.id === 1 ? [work(1, 'Piles'), work(2, 'Deck')] : [work(3, 'Rails')],
  }));
  answer(api.catalogChanges.save, { job_id: SAVE });
  answer(api.catalogChanges.takeBack, { job_id: BACK });
  answer(api.catalogChanges.forget, {});
});

/** Subscribes to job events, as the shell of the page does. */
function Watch() {
  useJobs();
  return null;
}

const end = async (id: number, status: 'done' | 'failed' = 'done') => {
  const job = jobOf(id, { status, progress: 1, title: `job ${id}` });
  jobs.set(id, job);
  await inAct(async () => {
    publish('job', { job });
  });
};

/** Asks as a page does that is about to save. */
const ask = async (about?: string[]) => {
  const page = await show(
    <>
      <Watch />
      <ActDialog spaceId={1} />
    </>,
  );
  const answered = vi.fn();
  await inAct(async () => {
    void askAct({ change: CHANGE, name: 'Two shifts', ...(about ? { about } : {}) }).then(answered);
  });
  await dialog(TITLE);
  return { ...page, answered };
};
const looked = async (about?: string[]) => {
  jobs.set(LOOK, jobOf(LOOK, { status: 'done' }));
  const page = await ask(about);
  await screen.findByRole('navigation', { name: 'Versions' });
  return page;
};

it('stands aside until somebody asks', async () => {
  await show(<ActDialog spaceId={1} />);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked(api.catalogChanges.look)).toEqual([]);
});

it('looks once, shows how far that is, and lets go of it', async () => {
  const { user, answered } = await ask();
  expect(await screen.findByText('job 71', { exact: false })).toBeTruthy();
  expect(asked(api.catalogChanges.look)).toMatchObject([{ body: CHANGE }]);
  expect(asked(api.catalogChanges.act)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith(false));
  await waitFor(() => expect(asked(api.catalogChanges.forget)).toMatchObject([{ params: { id: 40 } }]));
  expect(asked(api.catalogChanges.save)).toEqual([]);
});

it('gives up where the change cannot be looked at', async () => {
  refuse(api.catalogChanges.look, 'catalog_change.source_not_found');
  const { answered } = await ask().catch(() => ({ answered: null }));
  if (answered) await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith(false));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows each version, and says of the one that is chosen where it was edited since', async () => {
  const { user } = await looked();
  const [first, second] = within(screen.getByRole('navigation')).getAllByRole('button');
  expect(first.textContent).toBe('PierVersion 13 rows move');
  expect(second.textContent).toBe('PierVersion 21 work');
  expect([first, second].map((one) => one.getAttribute('aria-current'))).toEqual(['true', null]);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(second);
  await waitFor(() => expect(asked(api.catalogChanges.changes).at(-1)?.params.id).toBe(2));
  expect(second.getAttribute('aria-current')).toBe('true');
  expect(screen.getByRole('alert').textContent).toContain('has been edited since');
});

it('says what else is to be said, which versions are left, and how many do not change', async () => {
  const left = (version_id: number, code: string) => ({ version_id, version_name: `V${version_id}`, schedule_name: 'Quay', code });
  answer(
    api.catalogChanges.act,
    actOf({ left: [left(1, 'version.locked'), left(2, 'catalog_change.source_changed'), left(3, 'no.such_text')], unchanged: 2 }),
  );
  await looked(['Three works lose their formula']);
  expect(screen.getByText('Three works lose their formula')).toBeTruthy();
  const section = screen.getByRole('region', { name: 'Left as they are' });
  expect(section.textContent).toContain('QuayV1locked');
  expect(section.textContent).toContain('“Two shifts” has been changed by somebody since');
  expect(section.textContent).toContain('no.such_text');
  expect(screen.getByText('2 more versions follow and do not change')).toBeTruthy();
});

it('is silent about what is not there', async () => {
  await looked();
  expect(screen.queryByRole('region', { name: 'Left as they are' })).toBeNull();
  expect(screen.queryByText(/more version/)).toBeNull();
});

it('counts only versions that are not locked, and says where none is left', async () => {
  answer(api.catalogChanges.act, actOf({ proposals: [proposal(1), proposal(2, { locked: true })] }));
  await looked();
  expect(screen.getByRole('button', { name: 'Save and change 1 version' })).toBeTruthy();
});

it('saves without a version where all are left', async () => {
  answer(
    api.catalogChanges.act,
    actOf({ proposals: [], left: [{ version_id: 1, version_name: 'V', schedule_name: 'Q', code: 'version.locked' }] }),
  );
  jobs.set(LOOK, jobOf(LOOK, { status: 'done' }));
  const { user } = await ask();
  expect(await screen.findByText('No version that may be changed gets other dates or values.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked(api.catalogChanges.save)).toMatchObject([{ params: { id: 40 } }]));
});

it('saves, waits for the job, says so, and takes back from the toast', async () => {
  const { user, answered } = await looked();
  await user.click(screen.getByRole('button', { name: 'Save and change 2 versions' }));
  await screen.findByText('job 72', { exact: false });
  expect(screen.getByRole('button', { name: 'Go on in the background' })).toBeTruthy();
  expect(answered).not.toHaveBeenCalled();
  await end(SAVE);
  await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith(true));
  expect((await screen.findAllByText('“Two shifts” is saved')).length).toBeGreaterThan(0);
  expect(asked(api.catalogChanges.forget)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(asked(api.catalogChanges.takeBack)).toMatchObject([{ params: { id: 40 } }]));
});

it('leaves a saving that goes on in the background', async () => {
  const { user, answered } = await looked();
  await user.click(screen.getByRole('button', { name: 'Save and change 2 versions' }));
  await user.click(await screen.findByRole('button', { name: 'Go on in the background' }));
  await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith(false));
  expect(asked(api.catalogChanges.forget)).toEqual([]);
});

it('saves at once what changes no version', async () => {
  answer(api.catalogChanges.act, actOf({ proposals: [] }));
  jobs.set(LOOK, jobOf(LOOK, { status: 'done' }));
  jobs.set(SAVE, jobOf(SAVE, { status: 'done' }));
  const { answered } = await ask().catch(() => ({ answered: vi.fn() }));
  await waitFor(() => expect(asked(api.catalogChanges.save)).toHaveLength(1));
  if (answered.mock.calls.length) expect(answered).toHaveBeenCalledExactlyOnceWith(true);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('looks again after a failure', async () => {
  const { user, answered } = await ask();
  await screen.findByText('job 71', { exact: false });
  await end(LOOK, 'failed');
  await user.click(await screen.findByRole('button', { name: 'Look again' }));
  await waitFor(() => expect(asked(api.catalogChanges.look)).toHaveLength(2));
  expect(answered).not.toHaveBeenCalled();
});
