import { api } from '@gantry/contract';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Caller, makeVersion } from '../../e2e/caller.ts';
import { DEMO } from '../../e2e/product.ts';
import { share } from '../gates.ts';
import { peakOf } from '../server-process.ts';
import { addFiles, bytesIn, differing, ended, FILE_BYTES, fillSpace, type Place, seconds } from './place.ts';

/** The design's bounds are for 20 versions of 100,000 works and 10 GB of files; those of time are taken for as many works as there are. */
const WORKS = 2_000_000;
const RESTORED_WORKS = 200_000;
/**
 * As somebody edits whose hands are fast. Edits one after the other measure something else: PostgreSQL keeps the former states of a row
 * while a transaction is open that might read them, and each edit passes the thousands that it has made of the same version by then.
 */
const EDIT_EVERY_MS = 500;
const ALONE_MS = 30_000;

/** O1: the first backup, edits beside it and the one after a change. O2: a restore as a new space. */
export async function backups(place: Place): Promise<void> {
  const { rows, versions, files } = place.amount;
  const { person, client, folder, child } = await place.serve();
  const { spaceId, owner, scheduleId } = await fillSpace(person, 'Bench', rows, versions);
  await addFiles(owner, scheduleId, files);
  const works = rows * versions;
  const madeGate = 300 * Math.max(0.05, works / WORKS);
  const provenGate = Math.max(5, (60 * works) / RESTORED_WORKS);
  const edits = await openEdits(person);

  const { pid } = child;
  const alone = await edits.during(async () => setTimeout(ALONE_MS));
  const before = peakOf(pid ?? 0);
  let first = { made: 0, proven: 0 };
  const beside = await edits.during(async () => (first = await makeBackup(owner, spaceId)));
  place.note(`first backup of ${versions} × ${rows} works and ${(files * FILE_BYTES) / 1e9} GB of files, made`, first.made, 's', madeGate);
  place.note('proven by a restore', first.proven, 's', provenGate);
  place.note('an edit beside it, median', share(beside, 0.5), 'ms', Number((1.2 * share(alone, 0.5)).toFixed(1)));
  place.note('more memory of the server', peakOf(pid ?? 0) - before, 'MB', 300);

  const whole = bytesIn(join(folder, 'backups'));
  await client.query(
    `update wbs_item set name = name || ' changed' where space_id = $1 and id % 100 = 0 and version_id = (select max(version_id) from wbs_item where space_id = $1)`,
    [spaceId],
  );
  const again = await makeBackup(owner, spaceId);
  place.note('the next one after a change, made', again.made, 's', 15);
  const moved = (100 * (bytesIn(join(folder, 'backups')) - whole)) / whole;
  place.note('its new bytes', moved, '%', Math.max(3, 110 / versions));

  const [{ id: backupId, state }] = (await owner.call(api.backups.list, { params: { id: spaceId } })).backups;
  if (state !== 'proven') throw new Error(`The backup is ${state}.`);
  let copy = 0;
  const restored = await seconds(async () => {
    const params = { id: spaceId, backupId };
    const { job_id: job } = await owner.call(api.backups.restore, { params, body: { mode: 'new_space', name: 'Copy' } });
    copy = Number((await ended(owner, job)).result?.['space_id']);
  });
  place.note('restored as a new space', restored, 's', provenGate);
  place.note('tables that differ', await differing({ client, spaceId }, { client, spaceId: copy }), '', 0);
}

/** How long a backup takes until it is made, and then until it is proven. */
async function makeBackup(owner: Caller, id: number): Promise<{ made: number; proven: number }> {
  const begun = performance.now();
  const { job_id: job } = await owner.call(api.backups.create, { params: { id }, body: {} });
  let made = 0;
  const watching = (async () => {
    while (!made) {
      const [newest] = (await owner.call(api.backups.list, { params: { id } })).backups;
      if (newest.state !== 'making') made = (performance.now() - begun) / 1000;
      await setTimeout(50);
    }
  })();
  await ended(owner, job);
  await watching;
  return { made, proven: (performance.now() - begun) / 1000 - made };
}

/** Somebody who edits a small version of another space. */
async function openEdits(person: Caller) {
  const { member, versionId, itemIds } = await makeVersion(person, 20);
  return {
    /** Milliseconds of each edit while something goes on. */
    async during(work: () => Promise<unknown>): Promise<number[]> {
      let over = false;
      const times: number[] = [];
      const writing = (async () => {
        for (let at = 0; !over; at++) {
          const item = itemIds[at % itemIds.length];
          times.push(1000 * (await seconds(() => rename(member, versionId, item, `Row ${at}`))));
          await setTimeout(EDIT_EVERY_MS);
        }
      })();
      await work();
      over = true;
      await writing;
      return times;
    },
  };
}

/** O2: how long somebody waits who works in a space while it is restored in place. The longer the space, the longer the restore; not the swap. */
export async function swap(place: Place): Promise<void> {
  const { person, client } = await place.serve();
  for (const rows of [place.amount.rows / 4, place.amount.rows]) {
    const { spaceId, owner } = await fillSpace(person, `Swap ${rows}`, Math.round(rows), 1);
    await makeBackup(owner, spaceId);
    const [{ id: backupId }] = (await owner.call(api.backups.list, { params: { id: spaceId } })).backups;
    const { rows: found } = await client.query<{ version: number; item: number }>(
      'select version_id::int as version, min(id)::int as item from wbs_item where space_id = $1 group by 1',
      [spaceId],
    );
    const [{ version, item }] = found;
    const answers: { at: number; took: number; failed: boolean }[] = [];
    let over = false;
    const working = (async () => {
      for (let at = 0; !over; at++) {
        const begun = performance.now();
        const call = at % 2 ? owner.call(api.versions.get, { params: { id: version } }) : rename(owner, version, item, `Row ${at}`);
        const failed = await call.then(
          () => false,
          (error: { status?: number }) => (error.status ?? 500) >= 500,
        );
        answers.push({ at: performance.now(), took: performance.now() - begun, failed });
        await setTimeout(5);
      }
    })();
    const params = { id: spaceId, backupId };
    const body = { mode: 'in_place' as const, confirm: `Swap ${rows}`, password: DEMO.password };
    const { job_id: job } = await owner.call(api.backups.restore, { params, body });
    await ended(owner, job);
    const done = performance.now();
    await setTimeout(1500);
    over = true;
    await working;
    const near = answers.filter(({ at }) => Math.abs(at - done) < 2000);
    place.note(`swap of ${rows} works: the longest wait`, Math.max(...near.map(({ took }) => took)) / 1000, 's', 1);
    place.note('calls that failed', answers.filter(({ failed }) => failed).length, '', 0);
  }
}

const rename = (caller: Caller, id: number, wbsId: number, name: string): Promise<unknown> =>
  caller.call(api.wbs.update, { params: { id, wbsId }, body: { name } });
