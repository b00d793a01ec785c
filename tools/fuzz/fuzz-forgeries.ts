/** Backups forged by somebody who holds the key: contents that no signature and no sum gives away. */

import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { api } from '@gantry/contract';
import type { Manifest } from '../../apps/server/src/features/operations/backups/backups.manifest.rules.ts';
import { type Objects, openObjects } from '../../apps/server/src/features/operations/backups/backups.objects.service.ts';
import { readManifest } from '../../apps/server/src/features/operations/backups/backups.read.service.ts';
import { objectsOf } from '../../apps/server/src/features/operations/backups/files/backups.lists.service.ts';
import { FILE_COLUMNS } from '../../apps/server/src/features/operations/backups/backups.rows.repository.ts';
import { restoreForeign } from '../../apps/server/src/features/operations/backups/backups.upload.service.ts';
import { Refused } from '../../apps/server/src/platform/fail.ts';
import { fillSharedSpace } from '../../apps/server/src/testing/samples/teamwork.ts';
import { rowsOutside } from '../../apps/server/src/testing/samples/space-sums.ts';
import { createWorld, type World } from '../../apps/server/src/testing/world.ts';
import setUpDatabase from '../testing/test-database.ts';
import { type BackupFuzzReport, emptyReport, judge } from './fuzz-judge.ts';
import { type Random, seeded } from './fuzz-mutations.ts';

/** Taken to its end; nothing of it is to stay. */
class Taken extends Error {}

type Content = { manifest: Manifest; pieces: Map<string, Buffer> };

const CELLS = [
  '-1',
  '0',
  '1',
  '9007199254740993',
  '99999999999999999999',
  'NaN',
  '',
  'x',
  'owner',
  'true',
  '2026-02-31',
  '{}',
  '[]',
  '\u0001',
  'x'.repeat(100_000),
  '{"a":{"a":{"a":1}}}',
  "'; drop table space; --",
  '../../../etc/passwd',
];
const VALUES: unknown[] = [
  null,
  -1,
  2 ** 53,
  1e308,
  '',
  '../x',
  'app_user',
  'space',
  'audit',
  'x'.repeat(10_000),
  [],
  {},
  true,
  'id) select 1; --',
];

/** Restores so many forgeries as new spaces and takes each back; judges what each would have left. */
export async function fuzzForgeries(inputs: number, seed: number): Promise<BackupFuzzReport> {
  const closeDatabase = await setUpDatabase();
  const [home, away] = [await createWorld(), await createWorld()];
  try {
    const content = await backedUp(home);
    const [bystander, restorer] = [await away.person('owner'), await away.person('anna')];
    await bystander.space('Bystander');
    await away.sql('update app_user set email_confirmed_at = now()');
    const tables = (
      await away.sql<{ name: string }>(
        `select distinct table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'space_id' and is_generated = 'NEVER'`,
      )
    ).map(({ name }) => name);
    const report = emptyReport();
    for (let index = 0; index < inputs; index++) {
      const random = seeded(seed * 1_000_003 + index);
      const forged = index === 0 ? content : forge(content, random);
      await judge(report, `forged, seed ${seed}, input ${index}`, () => restored(away, forged, { restorer: restorer.id, tables }));
    }
    return report;
  } finally {
    await home.close();
    await away.close();
    await closeDatabase();
  }
}

/** A backup of a space in which everything is used. */
async function backedUp(home: World): Promise<Content> {
  const [anna, boris] = [await home.person('anna'), await home.person('boris')];
  const space = await anna.space('Riverside');
  await home.join(boris, anna, 'planner');
  await fillSharedSpace(anna, boris, new File(['a plan'], 'plan.txt'));
  const { job_id: job } = await anna.ok(api.backups.create, { params: { id: space }, body: {} });
  await home.app.services.jobs.finished(anna.id, job);
  const [{ folder, key_wrapped: wrapped }] = await home.sql<{ folder: string; key_wrapped: Buffer }>('select * from backup_repository');
  const [{ manifest_id: id }] = await home.sql<{ manifest_id: string }>('select manifest_id from backup');
  const { backups } = home.app.services;
  const objects = await openObjects(backups, folder, wrapped);
  const manifest = await readManifest(backups, objects, id);
  const pieces = new Map<string, Buffer>();
  for await (const ids of objectsOf(manifest, objects)) for (const one of ids) pieces.set(one, await objects.get(one));
  return { manifest, pieces };
}

/** One content with something wrong in it; sums of rows are made right again, as whoever forges can. */
function forge({ manifest, pieces }: Content, random: Random): Content {
  const forged = structuredClone(manifest);
  const own = new Map(pieces);
  const filled = forged.tables.filter((table) => table.rows > 0);
  const table = filled[random(filled.length)];
  const [piece] = table.pieces;
  const rows = (own.get(piece) ?? Buffer.alloc(0)).toString().split('\n');
  const cells = JSON.parse(rows[random(rows.length)]) as (string | null)[];
  const put = (lines: string[]): void => {
    const id = createHash('sha256').update(lines.join('\n')).digest('hex');
    own.set(id, Buffer.from(lines.join('\n')));
    table.pieces = [id, ...table.pieces.slice(1)];
    Object.assign(table, sumOf(table, own));
  };
  switch (random(8)) {
    case 0:
    case 1:
    case 2: {
      cells[random(cells.length)] = random(8) ? CELLS[random(CELLS.length)] : null;
      rows[random(rows.length)] = JSON.stringify(cells);
      put(rows);
      break;
    }
    case 3:
      put([...rows, ...Array.from({ length: 1 + random(50) }, () => JSON.stringify(cells))]);
      break;
    case 4: {
      const lines = ['{', '[]', 'null', '1', '['.repeat(50_000), JSON.stringify({ a: 1 }), JSON.stringify(cells.slice(1)), '\u0000'];
      rows[random(rows.length)] = lines[random(lines.length)];
      const id = randomUUID();
      own.set(id, Buffer.from(rows.join('\n')));
      table.pieces = [id];
      break;
    }
    case 5: {
      const column = table.columns[random(table.columns.length)];
      column.name = String(VALUES[random(VALUES.length)]) || 'space_id';
      break;
    }
    case 6:
      table.name = ['app_user', 'space', 'audit', 'session', 'license', 'job', 'nothing', 'wbs_item'][random(8)];
      break;
    default:
      change(forged, random);
  }
  return { manifest: forged, pieces: own };
}

/** Puts something else at some place of a value. */
function change(value: Record<string, unknown>, random: Random): void {
  const keys = Object.keys(value);
  const key = keys[random(keys.length)];
  const inner = value[key];
  if (typeof inner === 'object' && inner !== null && Object.keys(inner).length && random(5))
    change(inner as Record<string, unknown>, random);
  else value[key] = VALUES[random(VALUES.length)];
}

/** Rows and sum of a table as the database counts them; nothing where they cannot be read. */
function sumOf({ name, columns, pieces: ids }: Manifest['tables'][number], pieces: Content['pieces']): Partial<Manifest['tables'][number]> {
  const summed = columns.map((column) => !FILE_COLUMNS.get(name)?.includes(column.name));
  let [rows, sum] = [0, 0n];
  for (const id of ids)
    for (const line of (pieces.get(id) ?? '').toString().split('\n')) {
      const cells = (JSON.parse(line) as (string | null)[]).filter((_cell, at) => summed[at]);
      const text = `[${cells.map((cell) => JSON.stringify(cell)).join(', ')}]`;
      sum += BigInt(`0x${createHash('md5').update(text).digest('hex').slice(0, 15)}`);
      rows++;
    }
  return { rows, hash: String(sum) };
}

async function restored(away: World, { manifest, pieces }: Content, { restorer, tables }: { restorer: number; tables: string[] }) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const text = JSON.stringify(manifest);
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64');
  const own = new Map([...pieces, ['manifest', Buffer.from(JSON.stringify({ text, signature }))]]);
  const get: Objects['get'] = async (id) => own.get(id) ?? Promise.reject(new Refused('backup.object_missing', { object: id.slice(0, 8) }));
  const nowhere = (): never => {
    throw new Error('A restore only reads.');
  };
  const objects: Objects = {
    get,
    put: nowhere,
    saveHead: nowhere,
    locked: nowhere,
    part: nowhere,
    has: nowhere,
    take: nowhere,
    remove: nowhere,
    sweep: nowhere,
  };
  const strange: string[] = [];
  const job: Parameters<typeof restoreForeign>[1] = {
    userId: restorer,
    progress: async () => undefined,
    findings: () => undefined,
    async complete(tx, { space_id: space }) {
      strange.push(...(await rowsOutside(tx, tables, { spaceId: Number(space), ownerId: restorer })));
      throw new Taken();
    },
  };
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const from = { folder: randomUUID(), key: Buffer.alloc(60), manifest: 'manifest', publicKey: key, name: 'Forged' };
  try {
    await restoreForeign(away.app.services, job, objects, from);
    return 'ended without its end';
  } catch (error) {
    if (!(error instanceof Taken)) throw error;
    return strange.length ? `rows outside: ${strange.join(', ')}` : null;
  }
}
