import { api } from '@gantry/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answer, asked } from '../../../testing/fake-server.ts';
import { dialog, show } from '../../../testing/show.tsx';
import { VersionMenu } from './version-menu.tsx';

const VERSION = { id: 9, schedule_id: 3, name: 'Working version', kind: 'version', locked: false } as Parameters<
  typeof VersionMenu
>[0]['version'];
const onOpenVersion = vi.fn();
const onMissingVolumes = vi.fn();

/** The open menu of a version. */
async function opened() {
  answer(api.eps.tree, { nodes: [], versions: [] });
  const page = await show(
    <VersionMenu
      spaceId={1}
      version={VERSION}
      canEdit
      selected={[]}
      onOpenRow={() => undefined}
      onOpenVersion={onOpenVersion}
      onCompare={() => undefined}
      onParity={() => undefined}
      onCyclogram={() => undefined}
      onLookAhead={() => undefined}
      onPrint={() => undefined}
      onReports={() => undefined}
      onBoards={() => undefined}
      onMissingVolumes={onMissingVolumes}
    />,
  );
  await page.user.click(screen.getByRole('button', { name: 'Version' }));
  return page;
}

test('a copy leaves the person where they are; the toast leads to it', async () => {
  answer(api.versions.copyTo, { id: 12, job_id: null });
  const { user } = await opened();
  await user.click(await screen.findByRole('menuitem', { name: /^Copy to a schedule/ }));
  await dialog('Copy to a schedule…');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('“Working version, copy” is there')).toBeTruthy();
  expect(onOpenVersion).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(onOpenVersion).toHaveBeenCalledExactlyOnceWith(12);
});

test('the target version is locked, and that is said', async () => {
  answer(api.versions.setTarget, {});
  const { user } = await opened();
  await user.click(await screen.findByRole('menuitem', { name: 'Make it the target version' }));
  await waitFor(() => expect(asked(api.versions.setTarget).map(({ body }) => body)).toEqual([{ target: true, lock: true }]));
  expect(await screen.findByText(/It is locked/)).toBeTruthy();
});

test('the toast of missing volume codes leads to their list', async () => {
  const none = { first: [], count: 0 };
  const estimates = {
    currency: 'RUB', total: '1.00', linked: '0.00', ignored: '0.00', unlinked: '1.00', residue: '0.00', parts: [], percents: [], works: [], changed: 0, quantities: [],
    quantities_count: 0, lost: 0, missing_attributes: [], missing_volumes: { first: ['B-12', 'B-15'], count: 16 }, no_volume: none, outdated: [],
  }; // prettier-ignore
  answer(api.versions.updateCosts, { revision: 2, diff: {}, rows: 3, estimates });
  const { user } = await opened();
  await user.click(await screen.findByRole('menuitem', { name: 'Recount costs' }));
  expect((await screen.findAllByText('Missing volume codes: B-12, B-15 and 14 more')).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Show rows' }));
  expect(onMissingVolumes).toHaveBeenCalledOnce();
});
