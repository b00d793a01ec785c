import { api, type Endpoint, remoteAnswers } from '@gantry/contract';
import { z } from 'zod';
import type { Services } from '../../../platform/context.ts';
import { EgressRefused, type SafeFetch } from '../../../platform/egress/egress.ts';
import { Refused } from '../../../platform/fail.ts';
import { publicKeyOf } from '../backups/backups.objects.service.ts';
import type { Paired } from './remote-spaces.repository.ts';
import {
  askingProof,
  fingerprintOf,
  isProvenAnswer,
  nonceOf,
  openAnswer,
  openExchange,
  signRequest,
} from './remote-spaces.signature.service.ts';

export type Wire = Pick<Services, 'backups' | 'now'> & { safeFetch: SafeFetch; publicUrl: string };

/** The key by which this installation is known to others. */
export const ownKey = async ({ backups }: Pick<Services, 'backups'>): Promise<string> => (await publicKeyOf(backups)).toString('base64');

const refusal = z.object({ errors: z.array(z.object({ code: z.string() })).min(1) });
/** What the other installation refuses is refused here in the same words; anything else is not worth passing on. */
const PASSED_ON = [
  'remote.wrong_code',
  'remote.no_consent',
  'remote.not_paired',
  'backup.busy',
  'backup.not_found',
  'backup.no_space',
] as const;

/** Whether a call is worth a retry: after a network error, a timeout, 429 or 5xx, but not after a refusal or an answer that Gantry did not send. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Refused &&
  (error.code === 'backup.busy' ||
    (error.code === 'remote.not_reached' && /^(network|timeout|429|5\d\d)$/.test(String(error.parameters?.['reason']))));

/** A part of an object brings at least that much of what is left: no remote stretches an object over calls without an end. */
const LEAST_PART_BYTES = 64 * 1024;

async function post(
  { safeFetch }: Wire,
  baseUrl: string,
  endpoint: Endpoint,
  body: string,
  headers: Record<string, string>,
  signal?: AbortSignal,
) {
  const answer = await safeFetch(`${baseUrl}${endpoint.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw signal.reason;
    throw new Refused('remote.not_reached', { reason: error instanceof EgressRefused ? error.reason : 'network' });
  });
  if (answer.status === 200) return answer;
  const read = refusal.safeParse(await answer.json().catch(() => null));
  const code = read.success ? PASSED_ON.find((known) => known === read.data.errors[0]?.code) : undefined;
  throw code ? new Refused(code) : new Refused('remote.not_reached', { reason: String(answer.status) });
}

async function parsed<S extends z.ZodType>(answer: Response, schema: S): Promise<z.output<S>> {
  const read = schema.safeParse(await answer.json().catch(() => null));
  if (!read.success) throw new Refused('remote.not_reached', { reason: 'form' });
  return read.data;
}

/** The address of an installation as it was typed; refused where it is none. */
export function addressOf(typed: string): string {
  const text = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(text)) throw new Refused('remote.address');
  const { protocol, origin, pathname, username, search } = new URL(text);
  if (!/^https?:$/.test(protocol) || username || search) throw new Refused('remote.address');
  return origin + pathname.replace(/\/+$/, '');
}

/** Asks the one who made a code to be paired; answers its key, which it has proved to be its own. */
export async function askForPairing(wire: Wire, baseUrl: string, { id, secret }: { id: string; secret: string }): Promise<string> {
  const publicKey = await ownKey(wire);
  const own = { publicKey, baseUrl: wire.publicUrl };
  const body = JSON.stringify({ id, public_key: publicKey, base_url: own.baseUrl, proof: askingProof(secret, own) });
  const endpoint = api.remoteSpaces.answerPairing;
  const answer = await parsed(await post(wire, baseUrl, endpoint, body, {}), endpoint.output);
  if (!isProvenAnswer(secret, { asking: publicKey, answering: answer.public_key }, answer.proof)) throw new Refused('remote.other_key');
  return answer.public_key;
}

async function signedCall(wire: Wire, to: Paired, endpoint: Endpoint, given: unknown, signal?: AbortSignal) {
  const body = JSON.stringify(given);
  const names = { own: fingerprintOf(await ownKey(wire)), recipient: fingerprintOf(to.public_key) };
  const headers = await signRequest(wire.backups, { path: endpoint.path, body, ...names, now: wire.now() });
  return { answer: await post(wire, to.base_url, endpoint, body, headers, signal), nonce: nonceOf(headers) };
}

async function ask<S extends z.ZodType>(wire: Wire, to: Paired, endpoint: Endpoint, given: unknown, schema: S): Promise<z.output<S>> {
  const { answer, nonce } = await signedCall(wire, to, endpoint, given);
  const signed = await parsed(answer, api.remoteSpaces.answerClaim.output);
  const read = schema.safeParse(openAnswer(to.public_key, nonce, signed));
  if (!read.success) throw new Refused('remote.not_reached', { reason: 'form' });
  return read.data;
}

/** What this installation asks a paired one. */
export const callRemote = (wire: Wire, to: Paired) => ({
  claim: (entered: string) => ask(wire, to, api.remoteSpaces.answerClaim, { entered }, remoteAnswers.claim),
  snapshot: (consent: number, with_files: boolean) =>
    ask(wire, to, api.remoteSpaces.answerSnapshot, { consent, with_files }, remoteAnswers.snapshot),
  /** Null while the backup is being made; else its manifest and the key with what it opens by. */
  async state(consent: number, snapshot: number) {
    const exchange = openExchange();
    const given = { consent, snapshot, exchange: exchange.own };
    const { ready } = await ask(wire, to, api.remoteSpaces.answerState, given, remoteAnswers.state);
    if (!ready) return null;
    const agreed = exchange.agreed(ready.exchange);
    if (!agreed) throw new Refused('remote.other_key');
    return { ...ready, agreed };
  },
  /** A part of an object, and how long the whole of it is. */
  async part(consent: number, id: string, from: number, signal: AbortSignal): Promise<{ bytes: Buffer; whole: number }> {
    const { answer } = await signedCall(wire, to, api.remoteSpaces.answerObject, { consent, id, from }, signal);
    const whole = Number(answer.headers.get('x-object-bytes'));
    const bytes = Buffer.from(await answer.arrayBuffer());
    const least = Math.min(LEAST_PART_BYTES, whole - from);
    if (!Number.isSafeInteger(whole) || whole <= 0 || from + bytes.length > whole || bytes.length < least)
      throw new Refused('remote.not_reached', { reason: 'form' });
    return { bytes, whole };
  },
});
