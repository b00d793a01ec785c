import { api } from '@gantry/contract';
import { connect, createServer, type Socket } from 'node:net';
import { seededRandom } from '@gantry/engine';
import { addFiles, differing, ended, fillSpace, type Place, type Served, seconds } from './place.ts';

/** The design asks for 100 cuts of 5 GB: one in so many bytes. */
const BYTES_A_CUT = 50_000_000;

/** A line that is cut now and then, at any byte of an answer. */
async function openLine(port: number) {
  const random = seededRandom(1);
  const line = { url: '', bytes: 0, cuts: 0, nextCut: Infinity };
  const server = createServer((near: Socket) => {
    const far = connect(port, '127.0.0.1');
    near.on('error', () => undefined);
    far.on('error', () => near.destroy());
    near.pipe(far);
    far.on('data', (bytes) => {
      line.bytes += bytes.length;
      if (line.bytes >= line.nextCut) {
        line.cuts++;
        line.nextCut = line.bytes + BYTES_A_CUT * (0.5 + random());
        near.destroy();
      } else near.write(bytes);
    });
    far.on('end', () => near.end());
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  line.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return { line, close: () => server.close() };
}

/** O5: a space with files is copied from another installation over a line that is cut, and again after a change. */
export async function copies(place: Place): Promise<void> {
  const { rows, files } = place.amount;
  const here = await place.serve();
  const { line, close } = await openLine(Number(new URL(here.url).port));
  const environment = { GANTRY_EGRESS_ALLOWED: line.url, GANTRY_PUBLIC_URL: 'https://away.example' };
  const away = await place.serve({ database: 'away', environment });
  try {
    const { spaceId, owner, scheduleId } = await fillSpace(here.person, 'Copied', rows, 1);
    await addFiles(owner, scheduleId, files);
    for (const { client } of [here, away]) await client.query('update app_user set administrator = true, email_confirmed_at = now()');
    const { code } = await here.person.call(api.remoteSpaces.pairingCode);
    await away.person.call(api.remoteSpaces.pair, { body: { base_url: line.url, code } });
    const [remote] = (await away.person.call(api.remoteSpaces.installations)).installations;
    const [asking] = (await here.person.call(api.remoteSpaces.installations)).installations;
    const consent = await owner.call(api.remoteSpaces.allow, { params: { id: spaceId }, body: { remote_id: asking.id } });
    await away.person.call(api.remoteSpaces.claim, { body: { remote_id: remote.id, code: consent.code } });

    line.nextCut = BYTES_A_CUT / 2;
    line.bytes = 0;
    let copy = 0;
    const took = await seconds(async () => (copy = await bring(away, remote.id, spaceId, 'Brought')));
    const whole = await bytesOf(away);
    place.note(
      `copied from another installation, ${(whole / 1e6).toFixed(0)} MB with ${line.cuts} cuts`,
      took,
      's',
      120 * Math.max(1, files / 20),
    );
    place.note('moved bytes over those of the space', line.bytes / whole, '', 1.02);
    const [one, other] = [
      { client: here.client, spaceId },
      { client: away.client, spaceId: copy },
    ];
    place.note('tables that differ', await differing(one, other), '', 0);

    await here.client.query(`update wbs_item set name = name || ' changed' where space_id = $1 and id % 100 = 0`, [spaceId]);
    line.bytes = 0;
    await bring(away, remote.id, spaceId, 'Brought again');
    place.note('moved by a second copy after a change of 1 %', (100 * line.bytes) / whole, '%', 3);
  } finally {
    close();
  }
}

async function bring({ person }: Served, remote_id: number, remote_space_id: number, name: string): Promise<number> {
  const { job_id: job } = await person.call(api.remoteSpaces.copy, { body: { remote_id, remote_space_id, name } });
  return Number((await ended(person, job)).result?.['space_id']);
}

/** What copies have brought so far. */
async function bytesOf({ client }: Served): Promise<number> {
  return Number((await client.query<{ sum: string }>('select coalesce(sum(moved_bytes), 0) as sum from remote_copy')).rows[0].sum);
}
