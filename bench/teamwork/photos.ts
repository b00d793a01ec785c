/**
 * Photos from a site: thousands of uploads while the server is killed, what is served of them, how soon a small picture is there, and the
 * feed of 100,000. The floor of a small picture is its drawing alone, that of the feed a bare query.
 */

import { api, type StoredItem } from '@gantry/contract';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { seededRandom } from '@gantry/engine';
import { share, type GatedFigure } from '../gates.ts';
import { makeMembers, makeProject, type Member, openStage, pause, type Stage, stop, timesOf } from './stage.ts';

const AT_ONCE = 4;
const FEED = 100_000;
const TIMES = 30;
/** What a camera wrote, and nobody may read. */
const CANARY = 'canary-camera-59.93-30.33';

export async function measurePhotos(quick: boolean): Promise<GatedFigure[]> {
  const [photos, kills] = quick ? [200, 2] : [10_000, 5];
  // Thousands of photos are more than the usual quota.
  const stage = await openStage({ GANTRY_STORAGE_QUOTA_MB: '1000000' });
  const random = seededRandom(8);
  try {
    const { owner, spaceId, projectId } = await makeProject(stage);
    const { id: node } = await owner.call(api.projects.createSchedule, { params: { id: projectId }, body: { name: 'Site' } });
    const [member] = await makeMembers(stage, spaceId, 1);
    const answers = new Map<string, number>();
    let tries = 0;
    let at = 0;
    const uploader = async (): Promise<void> => {
      while (at < photos) {
        const name = `photo-${(at += 1)}.jpg`;
        const content = await photoOf(name, 640, 480);
        const key = crypto.randomUUID();
        for (; !answers.has(name); tries += 1) {
          const item = await upload(stage, member, node, { name, content, key }).catch(() => null);
          if (item) answers.set(name, item.id);
          else await pause(500);
        }
      }
    };
    const killer = async (): Promise<void> => {
      for (let killed = 1; killed <= kills; killed += 1) {
        while (answers.size < (photos * killed) / (kills + 1)) await pause(50 + random() * 50);
        await stop(stage.node, 'SIGKILL');
        stage.node = await stage.startNode();
      }
    };
    const begun = performance.now();
    await Promise.all([killer(), ...Array.from({ length: AT_ONCE }, uploader)]);
    console.log(
      `${photos} photos in ${((performance.now() - begun) / 1000).toFixed(0)} s, ${tries} tries, the server was killed ${kills} times`,
    );
    const { lost, leaks } = await lookAt(stage, member, { node, spaceId, answers });

    const large: Buffer<ArrayBuffer>[] = [];
    for (let index = 0; index <= TIMES; index += 1) large.push(await photoOf(`large-${index}`, 4000, 3000));
    const thumbs = await timesOf(TIMES, async (index) => {
      const { id } = await upload(stage, member, node, { name: `large-${index}.jpg`, content: large[index], key: crypto.randomUUID() });
      await bytesOf(stage, member, `${api.storage.thumbnail.path.replace('{id}', String(id))}?size=256`);
    });
    const drawn = await timesOf(TIMES, (index) => drawSmall(large[index]));
    const shown = await timesOf(TIMES * 3, () => {
      const ids = [...answers.values()];
      const id = ids[Math.floor(random() * ids.length)];
      return bytesOf(stage, member, `${api.storage.thumbnail.path.replace('{id}', String(id))}?size=256`);
    });

    await stage.client.query(
      `insert into storage_item (space_id, blob_id, node_id, name, taken_at, created_by)
       select i.space_id, i.blob_id, i.node_id, i.name || n, now() - n * interval '7 minutes', i.created_by
       from (select * from storage_item where space_id = $1 limit 1) i, generate_series(1, $2) n`,
      [spaceId, FEED],
    );
    await stage.client.query('vacuum analyze storage_item, storage_blob');
    const feed = api.storage.photosFeed.path.replace('{id}', String(projectId));
    let before = '';
    const feeds = await timesOf(TIMES, async () => {
      const page = JSON.parse((await bytesOf(stage, member, `${feed}?limit=100${before}`)).toString('utf8')) as {
        items: unknown[];
        next: string;
      };
      if (page.items.length !== 100) throw new Error('a page of the feed is not full');
      before = `&before=${page.next}`;
    });
    const bare = await timesOf(TIMES, () =>
      stage.client.query('select * from storage_item where space_id = $1 order by created_at desc, id desc limit 100', [spaceId]),
    );
    return [
      { name: `T8 of ${photos} photos lost or doubled at kill -9`, figure: lost, gate: 0, unit: 'photos' },
      { name: 'T8 answers with what a camera wrote', figure: leaks, gate: 0, unit: 'answers' },
      {
        name: 'T8 a photo of 12 million points until its small picture is read, p95',
        figure: share(thumbs, 0.95),
        gate: 1000,
        floor: share(drawn, 0.95),
        unit: 'ms',
      },
      { name: 'T8 a small picture, p95', figure: share(shown, 0.95), gate: 1000, unit: 'ms' },
      { name: `T8 a page of the feed of ${FEED} photos, p95`, figure: share(feeds, 0.95), gate: 100, floor: share(bare, 0.95), unit: 'ms' },
    ];
  } finally {
    await stage.close();
  }
}

async function upload(
  { node }: Stage,
  { headers }: Member,
  place: number,
  { name, content, key }: { name: string; content: Buffer<ArrayBuffer>; key: string },
) {
  const form = new FormData();
  form.set('client_key', key);
  form.append('file', new Blob([content]), name);
  const path = api.storage.upload.path.replace('{id}', String(place));
  const answer = await fetch(`${node.url}${path}`, { method: 'POST', headers, body: form, signal: AbortSignal.timeout(60_000) });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { items: StoredItem[] }).items[0];
}

async function bytesOf({ node }: Stage, { headers }: Member, path: string): Promise<Buffer> {
  const answer = await fetch(`${node.url}${path}`, { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Whether each photo that was answered is there once and whole, and whether anything served says what the camera wrote. */
async function lookAt(
  stage: Stage,
  member: Member,
  { node, spaceId, answers }: { node: number; spaceId: number; answers: ReadonlyMap<string, number> },
) {
  const { rows } = await stage.client.query<{ id: string; name: string; bytes: string; width: number }>(
    `select i.id, i.name, b.bytes, b.width from storage_item i join storage_blob b on b.space_id = i.space_id and b.id = i.blob_id
     where i.space_id = $1 and i.node_id = $2 and i.deleted_at is null`,
    [spaceId, node],
  );
  let lost = Math.abs(rows.length - answers.size);
  let leaks = 0;
  for (const { id, name, bytes, width } of rows) {
    if (answers.get(name) !== Number(id) || width !== 640) lost += 1;
    const parts = [
      api.storage.download.path.replace('{id}', id),
      `${api.storage.thumbnail.path.replace('{id}', id)}?size=256`,
      `${api.storage.thumbnail.path.replace('{id}', id)}?size=1600`,
    ];
    for (const [index, path] of parts.entries()) {
      const served = await bytesOf(stage, member, path).catch(() => null);
      if (!served || (index === 0 && served.byteLength !== Number(bytes))) lost += 1;
      else if (served.includes('Exif') || served.includes(CANARY)) leaks += 1;
    }
  }
  return { lost, leaks };
}

/** A photo whose content no other one has, with what a camera writes beside it. */
async function photoOf(name: string, width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  const canvas = createCanvas(width, height);
  const paint = canvas.getContext('2d');
  const from = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  for (let at = 0; at < 60; at += 1) {
    paint.fillStyle = `hsl(${(from + at * 37) % 360} 60% ${20 + at}%)`;
    paint.fillRect((at * 173) % width, (at * 131) % height, width / 5, height / 7);
  }
  paint.fillText(name, 10, 20);
  const jpeg = await canvas.encode('jpeg', 85);
  const words = Buffer.from(`Exif\0\0MM\0*\0\0\0\b\0\0\0\0\0\0${CANARY}`, 'latin1');
  const marker = Buffer.from([0xff, 0xe1, (words.length + 2) >> 8, (words.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), marker, words, jpeg.subarray(2)]);
}

async function drawSmall(content: Buffer): Promise<unknown> {
  const image = await loadImage(content);
  const canvas = createCanvas(256, 192);
  canvas.getContext('2d').drawImage(image, 0, 0, 256, 192);
  return canvas.encode('webp', 80);
}
