/** Killed in the middle of edits: what was acknowledged is there, and nothing is there by half. */

import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { api, STREAMED } from '@gantry/contract';
import { afterEach, expect, test } from 'vitest';
import { type Caller, CallFailed, makeVersion, signIn } from './caller.ts';
import { newDataDir, type Product, startProduct } from './product.ts';
import { madeFile } from './schedule-file.ts';

/** An empty database that these tests may fill; without one the built-in is used. */
const externalUrl = process.env['GANTRY_CRASH_DATABASE_URL'];
const ROWS = 20;
const TUS = { 'tus-resumable': '1.0.0' };
const PARTS = 8;
const PART_BYTES = 1024 * 1024;
const FILES = 10;
const FILE_ROWS = 900;

const cleanUp: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
});

test('the server killed three times', async () => {
  const dataDir = newFolder();
  let product = await start(dataDir);
  const { member, spaceId, versionId, itemIds } = await makeVersion(await signIn(product.url), ROWS);
  let caller = member;
  let last = 0;
  for (const killAt of [37, 5, 88]) {
    const victim = product;
    const acknowledged = await editUntilRefused(caller, versionId, itemIds, last, last + killAt, () => victim.kill());
    expect(acknowledged, 'it was killed in the middle').toBeLessThan(last + 100);
    const begun = performance.now();
    product = await start(dataDir);
    expect(performance.now() - begun, 'milliseconds until ready again').toBeLessThan(60_000);
    caller = (await signIn(product.url)).inSpace(spaceId);
    last = await storedEdit(caller, versionId);
    expect([acknowledged, acknowledged + 1]).toContain(last);
  }
  expect(await product.stop()).toBe(0);
});

test('the server killed while a file arrives: what was acknowledged stays, and the upload goes on from there', async () => {
  const dataDir = newFolder();
  let product = await start(dataDir);
  const { member, spaceId, versionId } = await makeVersion(await signIn(product.url), 1);
  let caller = member;
  const { schedule_id: id } = (await member.call(api.versions.get, { params: { id: versionId } })) as { schedule_id: number };
  const content = randomBytes(PARTS * PART_BYTES);
  const uploads = '/api/v1/storage/uploads';
  const opened = await caller.ask(`${uploads}/schedule/${id}`, {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(content.length), 'upload-metadata': `filename ${btoa('film.bin')}` },
  });
  const { key } = (await opened.json()) as { key: string };
  const strikes = new Set([2, 5, PARTS - 1]);
  let acknowledged = 0;
  while (acknowledged < content.length) {
    const part = acknowledged / PART_BYTES;
    const victim = product;
    const isStruck = strikes.delete(part);
    const struck = isStruck && new Promise((done) => setTimeout(done, Math.random() * 20)).then(() => victim.kill());
    const answer = await caller
      .ask(`${uploads}/${key}`, {
        method: 'PATCH',
        headers: { ...TUS, 'content-type': STREAMED, 'upload-offset': String(acknowledged) },
        body: new Uint8Array(content.subarray(acknowledged, acknowledged + PART_BYTES)),
      })
      .catch(() => null);
    if (answer) expect(answer.status).toBe(204);
    if (answer) acknowledged += PART_BYTES;
    if (!isStruck) continue;
    await struck;
    product = await start(dataDir);
    caller = (await signIn(product.url)).inSpace(spaceId);
    const { offset } = await caller.call(api.storage.readUpload, { params: { key } });
    // The part under way is there whole or not at all; of those before it none is lost.
    expect([acknowledged, answer ? acknowledged : acknowledged + PART_BYTES]).toContain(offset);
    acknowledged = offset;
  }
  const { items } = await caller.call(api.storage.list, { params: { id }, query: {} });
  expect(items.map(({ name, bytes }) => [name, bytes])).toEqual([['film.bin', content.length]]);
  const kept = await (await caller.ask(`/api/v1/storage/download/${items[0].id}`)).arrayBuffer();
  expect(Buffer.from(kept).equals(content)).toBe(true);
  expect(strikes.size).toBe(0);
  expect(await product.stop()).toBe(0);
});

test('the server killed amid a batch of files: each comes once, and none is lost', async () => {
  const dataDir = newFolder();
  let product = await start(dataDir);
  const { member, spaceId } = await makeVersion(await signIn(product.url), 1);
  let caller = member;
  const facility = await caller.call(api.facilities.create, { body: { name: 'Batch' } });
  const { id: project } = await caller.call(api.projects.create, { body: { name: 'Batch', facility_id: facility.id } });
  const form = new FormData();
  form.set('project_id', String(project));
  for (let file = 0; file < FILES; file++) {
    const { name, buffer } = madeFile(`${file}.xer`, FILE_ROWS);
    form.append('file', new Blob([buffer.toString().replaceAll('Made project', `Plan ${file}`)]), name);
  }
  const { job_id } = (await (await caller.ask(api.batch.import.path, { method: 'POST', body: form })).json()) as { job_id: number };
  const stored = async (): Promise<Map<number, number>> => {
    const { nodes, versions } = await caller.call(api.eps.tree, {});
    const schedules = new Set(nodes.filter((node) => node.parent_id === project).map(({ id }) => id));
    return new Map(versions.filter((version) => schedules.has(version.schedule_id)).map(({ id, schedule_id }) => [id, schedule_id]));
  };
  const kept = new Set<number>();
  for (const least of [1, 3]) {
    await expect.poll(async () => (await stored()).size, { timeout: 60_000, interval: 10 }).toBeGreaterThanOrEqual(least);
    for (const id of (await stored()).keys()) kept.add(id);
    await product.kill();
    product = await start(dataDir);
    caller = (await signIn(product.url)).inSpace(spaceId);
  }
  expect(kept.size, 'it was killed amid the batch').toBeLessThan(FILES);
  const status = async () => (await caller.call(api.jobs.get, { params: { id: job_id } })).status;
  await expect.poll(status, { timeout: 60_000, interval: 100 }).toBe('done');
  const versions = await stored();
  expect(versions.size).toBe(FILES);
  expect(new Set(versions.values()).size, 'a schedule for each file').toBe(FILES);
  expect([...kept].filter((id) => !versions.has(id))).toEqual([]);
  for (const id of versions.keys())
    expect(
      (await caller.call(api.wbs.list, { params: { id } })).items.filter(({ type }) => type === 'task' || type === 'work'),
    ).toHaveLength(FILE_ROWS);
  expect(await product.stop()).toBe(0);
});

test.skipIf(externalUrl || process.platform !== 'linux')('every process of the built-in database killed', async () => {
  const dataDir = newFolder();
  const product = await start(dataDir);
  const { member, versionId, itemIds } = await makeVersion(await signIn(product.url), ROWS);
  const acknowledged = await editUntilRefused(member, versionId, itemIds, 0, 40, () => killDatabase(dataDir));
  const begun = performance.now();
  const last = await storedEdit(member, versionId);
  expect(performance.now() - begun, 'milliseconds until it serves again').toBeLessThan(60_000);
  expect([acknowledged, acknowledged + 1]).toContain(last);
  await renameAll(member, versionId, itemIds, last + 1);
  expect(await storedEdit(member, versionId)).toBe(last + 1);
  expect(await product.stop()).toBe(0);
});

function newFolder(): string {
  const { dataDir, remove } = newDataDir();
  cleanUp.push(remove);
  return dataDir;
}

async function start(dataDir: string): Promise<Product> {
  const product = await startProduct(dataDir, externalUrl ? { DATABASE_URL: externalUrl } : {});
  cleanUp.push(() => product.kill());
  return product;
}

/** One edit that touches every row. */
async function renameAll(caller: Caller, versionId: number, itemIds: number[], edit: number): Promise<void> {
  const items = itemIds.map((id) => ({ id, name: `edit ${edit}` }));
  await caller.call(api.wbs.updateMany, { params: { id: versionId }, body: { items } });
}

/** Up to 100 edits; `strike` comes within moments of the one numbered `strikeAt`. Answers the last that was acknowledged before one was not. */
async function editUntilRefused(
  caller: Caller,
  versionId: number,
  itemIds: number[],
  from: number,
  strikeAt: number,
  strike: () => void | Promise<void>,
): Promise<number> {
  for (let edit = from + 1; edit <= from + 100; edit += 1) {
    if (edit === strikeAt) setTimeout(() => void strike(), Math.random() * 20);
    try {
      await renameAll(caller, versionId, itemIds, edit);
    } catch (error) {
      if (edit < strikeAt) throw error;
      return edit - 1;
    }
  }
  return from + 100;
}

/** The number of the edit that the rows come from, which is one and the same; waits for a database that is being started. */
async function storedEdit(caller: Caller, versionId: number): Promise<number> {
  const limit = Date.now() + 20_000;
  for (;;) {
    try {
      const { items } = await caller.call(api.wbs.list, { params: { id: versionId } });
      expect(items).toHaveLength(ROWS);
      const names = [...new Set(items.map(({ name }) => String(name)))];
      expect(names, 'every row comes from the same edit').toHaveLength(1);
      return Number(names[0].split(' ')[1]);
    } catch (error) {
      if (!(error instanceof CallFailed && error.status === 503) || Date.now() > limit) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function killDatabase(dataDir: string): void {
  const postmaster = Number(readFileSync(`${dataDir}/pg18/postmaster.pid`, 'utf8').split('\n')[0]);
  const children = readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      return readFileSync(`/proc/${entry}/stat`, 'latin1').split(') ')[1]?.split(' ')[1] === String(postmaster);
    } catch {
      return false;
    }
  });
  for (const pid of [postmaster, ...children.map(Number)]) process.kill(pid, 'SIGKILL');
}
