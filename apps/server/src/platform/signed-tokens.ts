import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CompactJWSHeaderParameters } from 'jose';
import type { Env } from './env/env.ts';
import { errorMessage } from './errors.ts';

/** Public keys by the name (`kid`) that a token calls its key by. */
export type PublicKeys = ReadonlyMap<string, KeyObject>;

/** What licences are judged by: the keys of whoever issues them, and whether a space must have one. */
export type Licensing = {
  keys: PublicKeys;
  required: boolean;
  /** Signatures that were checked since the start, by the whole text of the token: the same text has the same answer. Time is judged at each use. */
  opened: Map<string, unknown>;
  /** When the database was told last how late it is. */
  clockNotedAt: number;
};

/**
 * Public keys of the vendor that ship with the program, `kid:x` as `npm run license -- new-key` prints them. Empty in the open-source
 * product.
 */
const VENDOR_KEYS = '';

/** Reads the keys of the program, the environment and the file that it names. */
export function openLicensing(env: Pick<Env, 'licenseKeys' | 'licenseKeysFile' | 'licenseRequired'>): Licensing {
  const texts = [VENDOR_KEYS, env.licenseKeys, env.licenseKeysFile ? readKeyFile(env.licenseKeysFile) : ''];
  return {
    keys: new Map(texts.flatMap((text) => [...readPublicKeys(text)])),
    required: env.licenseRequired,
    opened: new Map(),
    clockNotedAt: 0,
  };
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`The file of GANTRY_LICENSE_PUBLIC_KEYS_FILE cannot be read: ${errorMessage(error)}`, { cause: error });
  }
}

/** Reads Ed25519 public keys: a JWK set, or pairs `kid:x` apart by commas or lines, `x` being the 32 bytes as base64url. */
export function readPublicKeys(text: string): PublicKeys {
  const trimmed = text.trim();
  const pairs: [string, unknown][] = trimmed.startsWith('{')
    ? (JSON.parse(trimmed) as { keys: { kid: string; x: unknown }[] }).keys.map(({ kid, x }) => [kid, x])
    : trimmed
        .split(/[\s,]+/)
        .filter(Boolean)
        .map((pair) => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]);
  return new Map(pairs.map(([kid, x]) => [kid, publicKey(kid, x)]));
}

function publicKey(kid: string, x: unknown): KeyObject {
  try {
    if (!kid || typeof x !== 'string') throw new TypeError('a key has a name and 32 bytes as base64url');
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  } catch (error) {
    throw new Error(`The licence key ${kid || '(without a name)'} is not usable: ${errorMessage(error)}`, { cause: error });
  }
}

const HEADER = new Set(['alg', 'typ', 'kid']);
const COMPACT = /^[\w-]{1,2048}\.[\w-]{1,8192}\.[\w-]{86}$/;

/** The payload of a compact JWS of this type that one of the keys has signed with Ed25519; undefined for any other text. */
export async function openToken(keys: PublicKeys, typ: string, token: string): Promise<unknown> {
  // One spelling a token: bits that base64url does not use could be turned otherwise.
  if (!COMPACT.test(token) || !token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part))
    return undefined;
  const keyOf = (header: CompactJWSHeaderParameters): KeyObject => {
    const key = header.kid === undefined ? undefined : keys.get(header.kid);
    // Further header fields (crit, jwk, x5c, b64 …) demand processing that is not supported.
    if (header.typ !== typ || !key || Object.keys(header).some((name) => !HEADER.has(name))) throw new TypeError('not for us');
    return key;
  };
  try {
    const { compactVerify } = await import('jose');
    const { payload } = await compactVerify(token, keyOf, { algorithms: ['EdDSA'] });
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch {
    return undefined;
  }
}
