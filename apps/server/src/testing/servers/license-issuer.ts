import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { CompactSign } from 'jose';

/** Who issues licences in a test: a key of their own, and what the server must be told to trust it. */
export type Issuer = {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  /** `kid:x`, as the environment names it. */
  trusted: string;
  /** A licence as the issuer signs it. */
  issue(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
};

let issued = 0;

/** A licence of one space that is paid for, with a name that no other one has. */
export const claimsOf = (claims: Record<string, unknown> = {}): Record<string, unknown> => ({
  lid: `L-${(issued += 1)}`,
  scope: 'site',
  kind: 'paid',
  holder: 'Harbour Builders',
  ...claims,
});

/** Makes an issuer with an Ed25519 key. */
export function newIssuer(kid = 'test-1'): Issuer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    kid,
    privateKey,
    publicKey,
    trusted: `${kid}:${publicKey.export({ format: 'jwk' }).x}`,
    issue: (claims, header) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(claimsOf(claims))))
        .setProtectedHeader({ alg: 'EdDSA', typ: 'license+jwt', kid, ...header })
        .sign(privateKey),
  };
}
