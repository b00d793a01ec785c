import { REMOTE_PIECE_BYTES, type remoteAnswers } from '@gantry/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { PROGRAM_VERSION } from '../../../platform/program.ts';
import { admitJob } from '../../access/jobs/jobs.service.ts';
import { describedSpace } from '../../access/spaces/spaces.replacement.service.ts';
import { lockWithCode, openObjects } from '../backups/backups.objects.service.ts';
import { enqueueBackup, findBackupOf, findLastBackupOf, findRepositoryOf, isAnyMade, schemaNameOf } from '../backups/backups.service.ts';
import {
  findConsent,
  listInstallations,
  type Paired,
  saveInstallation,
  takeConsent,
  takeNonce,
  takePairing,
  touchInstallation,
} from './remote-spaces.repository.ts';
import {
  answeringProof,
  fingerprintOf,
  isOwnCode,
  openExchange,
  partsOfCode,
  provenSecret,
  readSignature,
  signAnswer,
} from './remote-spaces.signature.service.ts';
import { addressOf, ownKey } from './remote-spaces.wire.service.ts';

type SignedAnswer = { text: string; signature: string };
type Answers = { [K in keyof typeof remoteAnswers]: z.output<(typeof remoteAnswers)[K]> };

const INSTALLATION = { spaceId: null, userId: null, system: true };
const systemOf = (spaceId: number) => ({ spaceId, userId: null, system: true });
const SALT_BYTES = 16;

/** Pairs an installation that proves that it knows a code of this one. */
export async function answerPairing(
  context: Context,
  body: { id: string; public_key: string; base_url: string; proof: string },
): Promise<{ public_key: string; proof: string }> {
  const asked = { publicKey: body.public_key, baseUrl: body.base_url, proof: body.proof };
  const secret = await provenSecret(context.backups, body.id, asked);
  if (!secret) fail('remote.wrong_code');
  const base_url = addressOf(body.base_url);
  const own = await ownKey(context);
  await context.database.write(INSTALLATION, async (tx) => {
    const now = context.now();
    const code = await takePairing(tx, body.id, now);
    if (!code) fail('remote.wrong_code');
    const name = new URL(base_url).host;
    const id = await saveInstallation(tx, { name, base_url, public_key: body.public_key, paired_by: code.made_by, paired_at: now });
    const details = { name, fingerprint: fingerprintOf(body.public_key) };
    await context.audit(tx, { action: 'remoteSpaces.answerPairing', object: `remote-installations ${id}`, details }, { actorName: name });
  });
  return { public_key: own, proof: answeringProof(secret, { asking: body.public_key, answering: own }) };
}

/** Finds the paired installation that signed a request. With `once` a replayed request is refused. */
async function callerOf(context: Context, request: FastifyRequest, once: boolean): Promise<{ remote: Paired; nonce: string }> {
  const now = context.now();
  const signed = readSignature({
    path: request.url.split('?')[0],
    headers: request.headers,
    body: JSON.stringify(request.body),
    recipient: fingerprintOf(await ownKey(context)),
    now,
  });
  const remote = (await context.database.read(INSTALLATION, listInstallations)).find(
    ({ public_key }) => fingerprintOf(public_key) === signed.keyId && signed.isBy(public_key),
  );
  if (!remote) fail('remote.not_paired');
  if (once) {
    await context.database.write(INSTALLATION, async (tx) => {
      if (!(await takeNonce(tx, signed.nonce, now))) fail('remote.not_paired');
      await touchInstallation(tx, remote.id, now);
    });
  }
  return { remote, nonce: signed.nonce };
}

/** Finds a valid consent; refuses it when its author no longer holds the right to give it. */
async function consentOf(context: Context, remote: Paired, id: number) {
  const consent = await context.database.read(INSTALLATION, (db) => findConsent(db, remote.id, id, context.now()));
  if (!consent) fail('remote.no_consent');
  const { given_by: userId, space_id: spaceId } = consent;
  const owner = { userId, actorId: userId, spaceId, needs: [{ right: 'space.delete' as const }] };
  await context.database.read({ spaceId, userId }, (db) => admitJob(context, db, owner)).catch(() => fail('remote.no_consent'));
  return consent;
}

/** The space of a code, which is this installation's own and was made for the one that asks. */
export async function answerClaim(context: Context, request: FastifyRequest, { entered }: { entered: string }): Promise<SignedAnswer> {
  const { remote, nonce } = await callerOf(context, request, true);
  const code = partsOfCode(entered);
  if (!code || !(await isOwnCode(context.backups, 'consent', code))) fail('remote.wrong_code');
  const answer = await context.database.write(INSTALLATION, async (tx): Promise<Answers['claim']> => {
    const taken = await takeConsent(tx, remote.id, code.id, context.now());
    if (!taken) fail('remote.wrong_code');
    const { space_id, id: consent, given_by, until } = taken;
    const { name } = await describedSpace(tx, space_id);
    const about = { action: 'remoteSpaces.answerClaim', object: `remote-installations ${remote.id}`, details: { name: remote.name } };
    await context.audit(tx, about, { spaceId: space_id, userId: given_by, actorId: given_by, actorName: remote.name });
    const bytes = (await findLastBackupOf(tx, space_id, ['proven']))?.bytes ?? 0;
    return { consent, space_id, name, bytes, program: PROGRAM_VERSION, schema: await schemaNameOf(tx), until: until.toISOString() };
  });
  return signAnswer(context.backups, nonce, answer);
}

/** Starts a backup for another installation, on behalf of the person who gave the consent. */
export async function answerSnapshot(
  context: Context,
  request: FastifyRequest,
  body: { consent: number; with_files: boolean },
): Promise<SignedAnswer> {
  const { remote, nonce } = await callerOf(context, request, true);
  const { space_id: spaceId, given_by: userId } = await consentOf(context, remote, body.consent);
  const answer = await context.database.write(systemOf(spaceId), async (tx): Promise<Answers['snapshot']> => {
    if (await isAnyMade(tx, spaceId)) fail('backup.busy');
    const made = { name: remote.name, with_files: body.with_files, jobId: null };
    const { backupId } = await enqueueBackup(context, tx, { spaceId, userId }, made);
    const about = { action: 'remoteSpaces.answerSnapshot', object: `backup ${backupId}`, details: { name: remote.name } };
    await context.audit(tx, about, { spaceId, userId, actorId: userId, actorName: remote.name });
    return { snapshot: backupId };
  });
  return signAnswer(context.backups, nonce, answer);
}

/** How far a backup is; its key leaves locked with what both sides have just agreed on, and opens to nobody later. */
export async function answerState(
  context: Context,
  request: FastifyRequest,
  body: { consent: number; snapshot: number; exchange: string },
): Promise<SignedAnswer> {
  const { remote, nonce } = await callerOf(context, request, false);
  const { space_id: spaceId } = await consentOf(context, remote, body.consent);
  const { backup, repository } = await context.database.read(systemOf(spaceId), async (db) => ({
    backup: await findBackupOf(db, spaceId, body.snapshot),
    repository: await findRepositoryOf(db, spaceId),
  }));
  if (!backup || !repository) fail('backup.not_found');
  if (!backup.manifest_id || backup.state === 'making')
    return signAnswer(context.backups, nonce, { ready: null } satisfies Answers['state']);
  const exchange = openExchange();
  const agreed = exchange.agreed(body.exchange) ?? fail('remote.not_paired');
  const salt = randomBytes(SALT_BYTES);
  const key = await lockWithCode(context.backups, repository.key_wrapped, agreed, salt);
  const ready: Answers['state']['ready'] = {
    manifest: backup.manifest_id,
    schema: backup.schema_name,
    exchange: exchange.own,
    salt: salt.toString('base64'),
    key: key.toString('base64'),
  };
  return signAnswer(context.backups, nonce, { ready } satisfies Answers['state']);
}

/** A part of an object. Ids are sums under the space's key: who names one has read a manifest that names it. */
export async function answerObject(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  body: { consent: number; id: string; from: number },
): Promise<FastifyReply> {
  const { remote } = await callerOf(context, request, false);
  const { space_id: spaceId } = await consentOf(context, remote, body.consent);
  const repository = await context.database.read(systemOf(spaceId), (db) => findRepositoryOf(db, spaceId));
  if (!repository) fail('backup.not_found');
  const objects = await openObjects(context.backups, repository.folder, repository.key_wrapped);
  const { bytes, whole } = await objects.part(body.id, body.from, REMOTE_PIECE_BYTES);
  return reply.header('x-object-bytes', whole).type('application/octet-stream').send(bytes);
}
