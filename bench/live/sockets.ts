/**
 * Pages that are open and do nothing, 10,000 on one server by default, in a hundred versions: what each holds in memory, and what they cost the processor together
 * while the server looks again at who they are. The memory is that of a server at rest, before and after: V8 collects what the opening of pages has left about
 * half a minute after the last of them, and threads that have nothing to do end. Exits with 1 on a miss.
 *   node bench/live/sockets.ts [pages] [seconds of rest]
 */
import { api } from '@gantry/contract';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { WebSocket } from 'ws';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { MOST_PAGES } from '../../apps/server/src/features/access/push/push.pages.rules.ts';
import { makeVersion, signIn } from '../../e2e/caller.ts';
import { holdToGates } from '../gates.ts';
import { startServer } from '../server-process.ts';

const PAGES = Number(process.argv[2] ?? 10_000);
const SECONDS = Number(process.argv[3] ?? 100);
const AT_ONCE = 50;
/** Pages that are open before the memory is looked at: what the first of them make grow serves all. */
const WARM = 500;
const VERSIONS = 100;
const GATES = { kilobytes: 20, cores: 0.3 };
const TICKS_PER_SECOND = 100;

const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-sockets-'));
const silent = { info() {}, warn() {}, error: (event: string, fields?: object) => console.error(event, fields) };
const cluster = await startEmbeddedPostgres(join(folder, 'database'), silent);
const { host, user, database } = cluster.administration;
const client = new pg.Client(cluster.administration);
const sockets: WebSocket[] = [];
let server: ChildProcess | null = null;

const residentKilobytes = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Seconds of processors that a process has used, its threads included. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** People of a space with a session each; answers their tokens. */
async function people(count: number, spaceId: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, (_none, at) => `page-${at}-${'x'.repeat(32)}`);
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  await client.query(
    `insert into app_user select made.* from app_user u, generate_series(1, $1) n,
       lateral jsonb_populate_record(u, jsonb_build_object('id', u.id + n, 'login', 'page' || n, 'email', 'page' || n || '@gantry.example')) made where u.id = (select min(id) from app_user)`,
    [count],
  );
  const first = await client.query<{ id: string }>('select min(id) as id from app_user');
  const firstId = Number(first.rows[0].id);
  await client.query(`insert into space_user (space_id, user_id, role) select $1, $2::bigint + n, 'viewer' from generate_series(1, $3) n`, [
    spaceId,
    firstId,
    count,
  ]);
  await client.query(
    `insert into session (id_hash, token_hash, user_id, expires_at)
       select sha256(token_hash), token_hash, $1::bigint + n, now() + interval '1 day' from unnest($2::bytea[]) with ordinality as made (token_hash, n)`,
    [firstId, hashes],
  );
  return tokens;
}

async function open(url: string, token: string, place: { space_id: number; version_id: number }): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${api.push.stream.path}`, { headers: { authorization: `Bearer ${token}` } });
  sockets.push(socket);
  await once(socket, 'open');
  socket.send(JSON.stringify(place));
  // The first message says that the page is in its place.
  await once(socket, 'message');
}

try {
  const started = await startServer(folder, `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`);
  server = started.child;
  const pid = Number(server.pid);
  await client.connect();
  const person = await signIn(started.url);
  const { member, spaceId, versionId } = await makeVersion(person, 10);
  const { schedule_id: id } = await member.call(api.versions.get, { params: { id: versionId } });
  const versions = [versionId];
  while (versions.length < VERSIONS)
    versions.push((await member.call(api.versions.create, { params: { id }, body: { name: `Version ${versions.length}` } })).id);
  const tokens = await people(Math.ceil(PAGES / MOST_PAGES.ofPerson), spaceId);
  const placeOf = (at: number) => ({ space_id: spaceId, version_id: versions[at % VERSIONS] });
  const all = Array.from({ length: PAGES }, (_none, at) => tokens[Math.floor(at / MOST_PAGES.ofPerson)]);
  const openSome = async (from: number, until: number): Promise<void> => {
    for (let at = from; at < until; at += AT_ONCE)
      await Promise.all(all.slice(at, Math.min(until, at + AT_ONCE)).map((token, index) => open(started.url, token, placeOf(at + index))));
  };
  await openSome(0, WARM);
  await setTimeout(SECONDS * 1000);
  const before = residentKilobytes(pid);
  await openSome(WARM, PAGES);
  await setTimeout(5000);
  const used = processorSeconds(pid);
  await setTimeout(SECONDS * 1000);
  const cores = (processorSeconds(pid) - used) / SECONDS;
  const kilobytes = (residentKilobytes(pid) - before) / (PAGES - WARM);
  const closed = sockets.filter(({ readyState }) => readyState !== WebSocket.OPEN).length;
  if (closed) throw new Error(`${closed} of ${PAGES} pages were closed`);
  holdToGates([
    { name: `memory of an idle page, of ${PAGES}`, figure: kilobytes, unit: 'KB', gate: GATES.kilobytes },
    { name: `processors of ${PAGES} idle pages`, figure: cores, unit: 'cores', gate: GATES.cores },
  ]);
} finally {
  for (const socket of sockets) socket.terminate();
  await client.end().catch(() => undefined);
  if (server && server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
