import type { RemoteConsent, RemoteInstallation, RemoteSpace } from '@gantry/contract';
import { randomUUID } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { isNameTaken } from '../../access/spaces/spaces.replacement.service.ts';
import { schemaNameOf } from '../backups/backups.service.ts';
import {
  deleteConsent,
  deleteGrant,
  deleteInstallation,
  findInstallation,
  listConsents,
  listGrants,
  listInstallations,
  saveConsent,
  saveCopy,
  saveGrant,
  saveInstallation,
  savePairing,
} from './remote-spaces.repository.ts';
import { COPY_REMOTE } from './remote-spaces.jobs.ts';
import { fingerprintOf, newCode, partsOfCode } from './remote-spaces.signature.service.ts';
import { addressOf, askForPairing, callRemote, ownKey, type Wire } from './remote-spaces.wire.service.ts';

export { copyRemoteJob } from './remote-spaces.jobs.ts';

const PAIRING_MS = 10 * 60_000;
const CONSENT_MS = 24 * 3_600_000;

const wired = (context: Context, wire: Pick<Wire, 'safeFetch' | 'publicUrl'>): Wire => ({
  ...wire,
  backups: context.backups,
  now: context.now,
});
const namesOf = (rows: Awaited<ReturnType<typeof listInstallations>>) => rows.map(({ id, name }) => ({ id, name }));

/** Installations that are paired with this one, and the key by which they know it. */
export async function listPaired(context: Context): Promise<{ fingerprint: string; installations: RemoteInstallation[] }> {
  const rows = await context.read(listInstallations);
  return {
    fingerprint: fingerprintOf(await ownKey(context)),
    installations: rows.map(({ public_key, author, paired_at, last_seen_at, id, name, base_url }) => ({
      id,
      name,
      base_url,
      fingerprint: fingerprintOf(public_key),
      paired_by: author,
      paired_at: paired_at.toISOString(),
      last_seen: last_seen_at?.toISOString() ?? null,
    })),
  };
}

/** A code for the administrator of the other installation. */
export async function makePairingCode(context: Context): Promise<{ code: string; until: string }> {
  const { id, code } = await newCode(context.backups, 'pairing');
  const now = context.now();
  const until = new Date(now.getTime() + PAIRING_MS);
  await context.write((tx) => savePairing(tx, { id, made_by: context.userId, until }, now));
  return { code, until: until.toISOString() };
}

/** Pairs this installation with the one that made a code. */
export async function pairWith(context: Context, wire: Pick<Wire, 'safeFetch' | 'publicUrl'>, body: { base_url: string; code: string }) {
  const code = partsOfCode(body.code) ?? fail('remote.wrong_code');
  const base_url = addressOf(body.base_url);
  const public_key = await askForPairing(wired(context, wire), base_url, code);
  const [name, fingerprint] = [new URL(base_url).host, fingerprintOf(public_key)];
  context.note({ name, fingerprint });
  const id = await context.write((tx) =>
    saveInstallation(tx, { name, base_url, public_key, paired_by: context.userId, paired_at: context.now() }),
  );
  return { id, name, fingerprint };
}

export async function unpair(context: Context, id: number): Promise<void> {
  // What was allowed to it lies in other spaces.
  const gone = await context.database.write({ spaceId: null, userId: context.userId, system: true }, (tx) => deleteInstallation(tx, id));
  context.note({ name: gone ?? fail('remote.not_found') });
  await context.write(async () => undefined);
}

const sharedOf = (row: Awaited<ReturnType<typeof listGrants>>[number], schema: string): RemoteSpace => ({
  id: row.id,
  remote_id: row.remote_id,
  installation: row.installation,
  space_id: row.remote_space_id,
  name: row.name,
  bytes: row.bytes,
  program: row.program,
  compatible: row.schema_name <= schema,
  consent: row.until.toISOString(),
});

/** Spaces elsewhere that the caller may copy. */
export const listRemoteSpaces = (context: Context) =>
  context.read(async (db) => {
    const schema = await schemaNameOf(db);
    const grants = await listGrants(db, context.userId, context.now());
    return { remote_spaces: grants.map((row) => sharedOf(row, schema)), installations: namesOf(await listInstallations(db)) };
  });

/** Enters the code of a consent: the space it is about may be copied from now on. */
export async function claimSpace(context: Context, wire: Pick<Wire, 'safeFetch' | 'publicUrl'>, body: { remote_id: number; code: string }) {
  const remote = (await context.read((db) => findInstallation(db, body.remote_id))) ?? fail('remote.not_found');
  const { consent, space_id, name, bytes, program, schema, until } = await callRemote(wired(context, wire), remote).claim(body.code);
  context.note({ name, installation: remote.name });
  const grant = { user_id: context.userId, remote_id: remote.id, remote_space_id: space_id, consent, name, bytes, program };
  await context.write((tx) => saveGrant(tx, { ...grant, schema_name: schema, until: new Date(until) }));
  const { remote_spaces } = await listRemoteSpaces(context);
  return remote_spaces.find((one) => one.remote_id === remote.id && one.space_id === space_id) ?? fail('remote.no_consent');
}

export const forgetSpace = (context: Context, id: number): Promise<void> =>
  context.write(async (tx) => {
    if (!(await deleteGrant(tx, context.userId, id))) fail('remote.not_found');
  });

/** Starts a copy of a space elsewhere; the job belongs to no space: it makes one. */
export async function startCopy(
  context: Context,
  body: { remote_id: number; remote_space_id: number; name?: string; with_files: boolean },
): Promise<number> {
  const { userId } = context;
  const { grants, schema } = await context.read(async (db) => ({
    grants: await listGrants(db, userId, context.now()),
    schema: await schemaNameOf(db),
  }));
  const grant = grants.find((one) => one.remote_id === body.remote_id && one.remote_space_id === body.remote_space_id);
  if (!grant) fail('remote.no_consent');
  if (grant.schema_name > schema) fail('backup.newer');
  const name = body.name ?? grant.name;
  context.note({ name, installation: grant.installation });
  await context.write(async (tx) => {
    if (await isNameTaken(tx, userId, name)) fail('space.name_taken', { name });
  });
  return context.database.write({ spaceId: null, userId, system: true }, async (tx) => {
    const { remote_id, remote_space_id, consent } = grant;
    const copyId = await saveCopy(tx, { user_id: userId, remote_id, remote_space_id, consent, folder: randomUUID() });
    const input = { copyId, name, withFiles: body.with_files };
    return context.jobs.enqueue(tx, { spaceId: null, userId, kind: COPY_REMOTE, title: name, input });
  });
}

/** Which installations may copy the current space. */
export const listConsentsOfSpace = (context: Context) =>
  context.read(async (db) => ({
    consents: (await listConsents(db, context.spaceId, context.now())).map(({ until, claimed_at, ...row }): RemoteConsent => ({
      ...row,
      until: until.toISOString(),
      claimed_at: claimed_at?.toISOString() ?? null,
    })),
    installations: namesOf(await listInstallations(db)),
  }));

/** Lets an installation copy the current space for a day, by a code for the person who copies it. */
export async function allowCopy(context: Context, { remote_id }: { remote_id: number }) {
  if (context.sessionId === null) fail('auth.own_session_only');
  const { id: code_id, code } = await newCode(context.backups, 'consent');
  const now = context.now();
  const until = new Date(now.getTime() + CONSENT_MS);
  return context.write(async (tx) => {
    const remote = (await findInstallation(tx, remote_id)) ?? fail('remote.not_found');
    context.note({ installation: remote.name });
    const id = await saveConsent(tx, { space_id: context.spaceId, remote_id, code_id, given_by: context.userId, until }, now);
    return { id, code, until: until.toISOString() };
  });
}

export const withdrawConsent = (context: Context, id: number): Promise<void> =>
  context.write(async (tx) => {
    if (!(await deleteConsent(tx, context.spaceId, id))) fail('remote.not_found');
  });
