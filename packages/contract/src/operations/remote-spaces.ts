import { z } from 'zod';
import { jobAnswer } from '../access/jobs.ts';
import { atSpace, endpoint, pathId } from '../endpoint.ts';
import { event } from '../event.ts';
import { nameField } from '../fields.ts';

export const remoteSpacesErrors = {
  'remote.not_found': 404,
  /** A code is unknown, used or no longer valid. */
  'remote.wrong_code': 422,
  'remote.address': 422,
  /** The other installation does not answer, or with something else than Gantry. */
  'remote.not_reached': 502,
  /** It answers with another key than the one it was paired with. */
  'remote.other_key': 409,
  /** A request of an installation that is not paired, or whose signature is none. */
  'remote.not_paired': 403,
  'remote.no_consent': 403,
  'remote.too_large': 409,
} as const;

const installation = z.object({
  id: z.number(),
  name: z.string(),
  base_url: z.string(),
  fingerprint: z.string(),
  paired_by: z.string().nullable(),
  paired_at: z.string(),
  last_seen: z.string().nullable(),
});
export type RemoteInstallation = z.output<typeof installation>;

const named = z.object({ id: z.number(), name: z.string() });

/** A space elsewhere that its owner lets the caller copy. */
const remoteSpace = z.object({
  id: z.number(),
  remote_id: z.number(),
  installation: z.string(),
  space_id: z.number(),
  name: z.string(),
  /** Of the files that its last backup holds. */
  bytes: z.number(),
  program: z.string(),
  /** False: the other installation is of a later release. */
  compatible: z.boolean(),
  /** Until when it may be copied. */
  consent: z.string(),
});
export type RemoteSpace = z.output<typeof remoteSpace>;

const consent = z.object({
  id: z.number(),
  remote_id: z.number(),
  installation: z.string(),
  given_by: z.string().nullable(),
  until: z.string(),
  /** When the code was entered there; null: not yet. */
  claimed_at: z.string().nullable(),
});
export type RemoteConsent = z.output<typeof consent>;

const code = z.string().trim().min(1).max(100);
const params = z.object({ id: pathId });
const right = 'space.delete';
const place = atSpace('id');

/** What installations ask each other, signed. */
const wireId = z.string().regex(/^[0-9A-Z]{10}$/);
const base64 = z
  .string()
  .max(500)
  .regex(/^[A-Za-z0-9+/]+=*$/);
const objectId = z.string().regex(/^[0-9a-f]{64}$/);
const consentId = z.number().int().positive();
/** An answer with the signature of the installation that gave it. */
const signedAnswer = z.object({ text: z.string(), signature: z.string() });
/** No answer carries more of an object than that: what is lost by a cut is asked for again. */
export const REMOTE_PIECE_BYTES = 512 * 1024;

/** Copies of spaces from other installations. The calls under `remote/v1` are those that installations make, signed by RFC 9421. */
export const remoteSpaces = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/remote-spaces',
    summary: 'Spaces of other installations that the caller may copy, and the installations that are paired with this one',
    right: 'own_session',
    output: z.object({ remote_spaces: z.array(remoteSpace), installations: z.array(named) }),
  }),
  copy: endpoint({
    method: 'POST',
    path: '/api/v1/space/copy-remote',
    summary: 'Copy a space of another installation as a new space of the caller, as a job; what arrived is not fetched again',
    right: 'own_session',
    body: z.strictObject({
      remote_id: z.number().int().positive(),
      remote_space_id: z.number().int().positive(),
      name: nameField('validation.enter_space_name').optional(),
      with_files: z.boolean().default(true),
    }),
    output: jobAnswer,
  }),
  /** Not spelled in the specification, as all below. */
  claim: endpoint({
    method: 'POST',
    path: '/api/v1/remote-spaces/consents',
    summary: 'Enter the code by which the owner of a space elsewhere lets the caller copy it',
    right: 'own_session',
    body: z.strictObject({ remote_id: z.number().int().positive(), code }),
    output: z.object({ success: z.literal(true), remote_space: remoteSpace }),
  }),
  forget: endpoint({
    method: 'DELETE',
    path: '/api/v1/remote-spaces/consents/{id}',
    summary: 'Forget a space elsewhere that the caller may copy',
    right: 'own_session',
    params,
  }),
  consents: endpoint({
    method: 'GET',
    path: '/api/v1/space/{id}/remote-consents',
    summary: 'Which installations may copy a space, and which are paired with this one',
    right,
    place,
    params,
    output: z.object({ consents: z.array(consent), installations: z.array(named) }),
  }),
  allow: endpoint({
    method: 'POST',
    path: '/api/v1/space/{id}/remote-consents',
    summary: 'Let an installation copy a space for a day; whoever enters the code there owns the copy',
    right,
    place,
    params,
    body: z.strictObject({ remote_id: z.number().int().positive() }),
    output: z.object({ success: z.literal(true), id: z.number(), code: z.string(), until: z.string() }),
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/v1/space/{id}/remote-consents/{consentId}',
    summary: 'Let an installation copy a space no longer; a copy that is under way ends',
    right,
    place,
    params: z.object({ id: pathId, consentId: pathId }),
  }),
  installations: endpoint({
    method: 'GET',
    path: '/api/v1/remote-installations',
    summary: 'Installations that are paired with this one',
    right: 'installation',
    output: z.object({ fingerprint: z.string(), installations: z.array(installation) }),
  }),
  pairingCode: endpoint({
    method: 'POST',
    path: '/api/v1/remote-installations/code',
    summary: 'Make a code by which another installation is paired with this one, once, within ten minutes',
    right: 'installation',
    output: z.object({ success: z.literal(true), code: z.string(), base_url: z.string(), until: z.string() }),
  }),
  pair: endpoint({
    method: 'POST',
    path: '/api/v1/remote-installations',
    summary: 'Pair this installation with another one by its address and a code that was made there',
    right: 'installation',
    body: z.strictObject({ base_url: z.string().trim().max(500), code }),
    output: z.object({ success: z.literal(true), id: z.number(), name: z.string(), fingerprint: z.string() }),
  }),
  unpair: endpoint({
    method: 'DELETE',
    path: '/api/v1/remote-installations/{id}',
    summary: 'Forget another installation, with all that was allowed to it',
    right: 'installation',
    params,
  }),
  answerPairing: endpoint({
    method: 'POST',
    path: '/api/v1/remote/v1/pair',
    summary: 'Be paired by an installation that knows a code; each proves to the other that it does, and the code does not travel',
    right: 'public',
    body: z.strictObject({ id: wireId, public_key: base64, base_url: z.string().max(500), proof: base64 }),
    output: z.object({ public_key: z.string(), proof: z.string() }),
  }),
  answerClaim: endpoint({
    method: 'POST',
    path: '/api/v1/remote/v1/claim',
    summary: 'Which space a code lets the asking installation copy',
    right: 'public',
    body: z.strictObject({ entered: z.string().max(100) }),
    output: signedAnswer,
  }),
  answerSnapshot: endpoint({
    method: 'POST',
    path: '/api/v1/remote/v1/snapshot',
    summary: 'Begin a backup of a space for the asking installation',
    right: 'public',
    body: z.strictObject({ consent: consentId, with_files: z.boolean() }),
    output: signedAnswer,
  }),
  answerState: endpoint({
    method: 'POST',
    path: '/api/v1/remote/v1/state',
    summary: 'How far a backup for the asking installation is; of a ready one the manifest and the key, locked for that installation alone',
    right: 'public',
    body: z.strictObject({ consent: consentId, snapshot: z.number().int().positive(), exchange: base64 }),
    output: signedAnswer,
  }),
  answerObject: endpoint({
    method: 'POST',
    path: '/api/v1/remote/v1/object',
    summary: 'A part of an object of a backup, locked as it lies',
    right: 'public',
    body: z.strictObject({ consent: consentId, id: objectId, from: z.number().int().min(0) }),
    response: 'binary',
  }),
};

/** What signed answers hold. */
export const remoteAnswers = {
  claim: z.object({
    consent: z.number(),
    space_id: z.number(),
    name: z.string().max(500),
    bytes: z.number(),
    program: z.string().max(100),
    schema: z.string().max(200),
    until: z.string(),
  }),
  snapshot: z.object({ snapshot: z.number() }),
  state: z.object({
    ready: z.object({ manifest: objectId, schema: z.string().max(200), exchange: base64, salt: base64, key: base64 }).nullable(),
  }),
};

export const remoteSpacesEvents = {
  /** A copy from elsewhere went on or has ended; the space is known at the end. */
  remote_space_copy: event({
    space_id: z.number().nullable(),
    status: z.enum(['running', 'done', 'failed']),
    percent: z.number(),
    stage: z.string(),
  }),
};
