import {
  createHash,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { fail, Refused } from '../../../platform/fail.ts';
import type { BackupStore } from '../../../platform/files/backup-store.ts';

/** Letters and digits that are not mistaken for each other. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const [ID_SIGNS, SECRET_SIGNS, GROUP] = [10, 20, 5];
/** A request is good for so long; clocks differ. */
const GOOD_SECONDS = 300;
/** What a signature covers (RFC 9421): the call, its body, and for whom it is. */
const COVERED = '("@method" "@path" "content-digest" "gantry-recipient")';
const INPUT =
  /^sig1=\("@method" "@path" "content-digest" "gantry-recipient"\);created=(\d{1,12});nonce="([0-9a-f]{32})";keyid="([0-9a-f]{16})"$/;
/** Signatures of answers are of nothing else that the installation signs. */
const ANSWER = 'gantry-remote-answer\n';

const textOf = (bytes: Buffer, signs: number): string =>
  Array.from(bytes.subarray(0, signs), (byte) => SIGNS[byte % SIGNS.length]).join('');
const inGroups = (text: string): string => text.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? text;

/** How people tell installations apart, and requests name them. */
export const fingerprintOf = (publicKey: string): string => createHash('sha256').update(publicKey).digest('hex').slice(0, 16);

/** Whether a text is a key that signatures are checked by. */
function publicKeyFrom(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** The secret of a code follows from its name and the key of the installation: nothing that opens anything is kept. */
async function secretOf(store: BackupStore, purpose: string, id: string): Promise<string> {
  const [key] = await store.keys();
  return textOf(createHmac('sha256', key).update(`remote ${purpose} ${id}`).digest(), SECRET_SIGNS);
}

/** A code that this installation alone can have made: its name, and all of it as people copy it. */
export async function newCode(store: BackupStore, purpose: string): Promise<{ id: string; code: string }> {
  const id = textOf(randomBytes(ID_SIGNS), ID_SIGNS);
  return { id, code: inGroups(id + (await secretOf(store, purpose, id))) };
}

/** The parts of a code as it was typed; null where it is none. */
export function partsOfCode(typed: string): { id: string; secret: string } | null {
  const plain = typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '');
  return plain.length === ID_SIGNS + SECRET_SIGNS ? { id: plain.slice(0, ID_SIGNS), secret: plain.slice(ID_SIGNS) } : null;
}

const equal = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** Whether this installation made a code. */
export async function isOwnCode(store: BackupStore, purpose: string, { id, secret }: { id: string; secret: string }): Promise<boolean> {
  return equal(Buffer.from(secret), Buffer.from(await secretOf(store, purpose, id)));
}

/** What shows that somebody knows the secret of a code, bound to what they say of themselves. */
const proofOf = (secret: string, who: string, parts: readonly string[]): string =>
  createHmac('sha256', secret)
    .update([who, ...parts].join('\n'))
    .digest('base64');

/** The proof of the one who asks for a pairing. */
export const askingProof = (secret: string, own: { publicKey: string; baseUrl: string }): string =>
  proofOf(secret, 'asks', [own.publicKey, own.baseUrl]);
/** The proof of the one who answers: over both keys, so that nobody stands between. */
export const answeringProof = (secret: string, keys: { asking: string; answering: string }): string =>
  proofOf(secret, 'answers', [keys.asking, keys.answering]);

/** The secret of a code that this installation made, checked against what the other one proves with it. */
export async function provenSecret(
  store: BackupStore,
  id: string,
  asked: { publicKey: string; baseUrl: string; proof: string },
): Promise<string | null> {
  const secret = await secretOf(store, 'pairing', id);
  const good = equal(Buffer.from(asked.proof), Buffer.from(askingProof(secret, asked)));
  return good && publicKeyFrom(asked.publicKey) ? secret : null;
}

/** Whether an answer to a pairing comes from the one who made the code. */
export const isProvenAnswer = (secret: string, keys: { asking: string; answering: string }, proof: string): boolean =>
  publicKeyFrom(keys.answering) !== null && equal(Buffer.from(proof), Buffer.from(answeringProof(secret, keys)));

const digestOf = (body: string): string => `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
const baseOf = (path: string, digest: string, recipient: string, parameters: string): string =>
  [
    '"@method": POST',
    `"@path": ${path}`,
    `"content-digest": ${digest}`,
    `"gantry-recipient": ${recipient}`,
    `"@signature-params": ${parameters}`,
  ].join('\n');

/** The headers that sign a request to another installation. */
export async function signRequest(
  store: BackupStore,
  { path, body, own, recipient, now }: { path: string; body: string; own: string; recipient: string; now: Date },
): Promise<Record<string, string>> {
  const nonce = randomBytes(16).toString('hex');
  const parameters = `${COVERED};created=${Math.floor(now.getTime() / 1000)};nonce="${nonce}";keyid="${own}"`;
  const digest = digestOf(body);
  const [key] = await store.signing();
  const signature = sign(null, Buffer.from(baseOf(path, digest, recipient, parameters)), key);
  return {
    'content-digest': digest,
    'gantry-recipient': recipient,
    'signature-input': `sig1=${parameters}`,
    signature: `sig1=:${signature.toString('base64')}:`,
  };
}

type Signed = { keyId: string; nonce: string; isBy(publicKey: string): boolean };

/** What a request says of its signature, before anybody's key is looked for; refused where it is old, for another one, or of another body. */
export function readSignature({
  path,
  headers,
  body,
  recipient,
  now,
}: {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  recipient: string;
  now: Date;
}): Signed {
  const input = headers['signature-input'];
  const found = typeof input === 'string' ? INPUT.exec(input) : null;
  const signature = /^sig1=:([A-Za-z0-9+/=]{1,200}):$/.exec(String(headers['signature'] ?? ''))?.[1];
  if (!found || !signature || typeof input !== 'string') fail('remote.not_paired');
  const [, created, nonce, keyId] = found;
  const digest = digestOf(body);
  if (Math.abs(now.getTime() / 1000 - Number(created)) > GOOD_SECONDS) fail('remote.not_paired');
  if (headers['gantry-recipient'] !== recipient || headers['content-digest'] !== digest) fail('remote.not_paired');
  const base = Buffer.from(baseOf(path, digest, recipient, input.slice('sig1='.length)));
  return {
    keyId,
    nonce,
    isBy(publicKey) {
      const key = publicKeyFrom(publicKey);
      return key !== null && verify(null, base, key, Buffer.from(signature, 'base64'));
    },
  };
}

/** An answer with the signature of this installation, bound to the request that it answers. */
export async function signAnswer(store: BackupStore, nonce: string, answer: unknown): Promise<{ text: string; signature: string }> {
  const text = JSON.stringify({ nonce, answer });
  const [key] = await store.signing();
  return { text, signature: sign(null, Buffer.from(ANSWER + text), key).toString('base64') };
}

/** What another installation answered; refused where its signature is not by the key that it was paired with. */
export function openAnswer(publicKey: string, nonce: string, { text, signature }: { text: string; signature: string }): unknown {
  const key = publicKeyFrom(publicKey);
  if (!key || !verify(null, Buffer.from(ANSWER + text), key, Buffer.from(signature, 'base64'))) throw new Refused('remote.other_key');
  const parsed = JSON.parse(text) as { nonce?: unknown; answer?: unknown };
  if (parsed.nonce !== nonce) throw new Refused('remote.other_key');
  return parsed.answer;
}

/** One side of an exchange (X25519) by which a key travels: it opens to the other side alone, and to nobody later. */
export function openExchange(): { own: string; agreed(other: string): string | null } {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  return {
    own: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    agreed(other) {
      try {
        const key = createPublicKey({ key: Buffer.from(other, 'base64'), format: 'der', type: 'spki' });
        return diffieHellman({ privateKey, publicKey: key }).toString('base64');
      } catch {
        return null;
      }
    },
  };
}

/** The nonce of signed headers. */
export const nonceOf = (headers: Record<string, string>): string => /nonce="([0-9a-f]+)"/.exec(headers['signature-input'] ?? '')?.[1] ?? '';
