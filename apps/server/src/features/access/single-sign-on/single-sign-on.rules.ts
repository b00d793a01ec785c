import { LIMITS, PROHIBITED_CHARACTERS } from '@gantry/domain';

/** How long a sign-in may be under way at the provider. */
export const ATTEMPT_MINUTES = 10;

/** Beginnings and returns that one address has before it must wait; good ones count for nothing. */
export const ATTEMPTS_OF_ADDRESS = { tries: 100, windowSeconds: 15 * 60 };

const HERE = 'https://gantry.invalid';

/** The page to land on: a path of this site, read as a browser reads it, which passes over tabs and line ends; anything else is the first page. */
export function returnPathOf(wanted: string | undefined): string {
  if (!wanted || !/^\/[^/\\]/.test(wanted) || !URL.canParse(wanted, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, HERE);
  return origin !== HERE || pathname.startsWith('/api/') || pathname.startsWith('//') ? '/' : pathname + search + hash;
}

/** Claims of a provider about a person. */
export type Claims = Readonly<Record<string, unknown>>;

const textOf = (claims: Claims, ...names: string[]): string => {
  const found = names.map((name) => claims[name]).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof found === 'string' ? found.trim() : '';
};

/** The address of a person; verified only when the provider states it explicitly. */
export function emailOf(claims: Claims): { email: string; verified: boolean } {
  const named = textOf(claims, 'email', 'upn');
  const email = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\]+$/.test(named) && named.length <= 254 ? named : '';
  return { email, verified: email !== '' && email === textOf(claims, 'email') && claims['email_verified'] === true };
}

/** A person as an account names them, from claims. */
export function personOf(claims: Claims): { login: string; email: string; first_name: string; last_name: string } {
  const { email } = emailOf(claims);
  const [first = '', ...rest] = textOf(claims, 'name').split(/\s+/);
  const login = nameOf(textOf(claims, 'preferred_username', 'unique_name', 'upn').split('@')[0] || email.split('@')[0]);
  return {
    login,
    email,
    first_name: nameOf(textOf(claims, 'given_name')) || nameOf(first) || login,
    last_name: nameOf(textOf(claims, 'family_name')) || nameOf(rest.join(' ')),
  };
}

/** A text as names of accounts may be. */
const nameOf = (text: string): string =>
  [...text]
    .filter((character) => !PROHIBITED_CHARACTERS.test(character))
    .join('')
    .trim()
    .slice(0, LIMITS.nameLength)
    .trim();

/** Candidate logins for a new person, the plainest first; `chance` is a random suffix. */
export function loginsOf(login: string, chance: string): string[] {
  const base = login || 'user';
  return [base, `${base.slice(0, LIMITS.nameLength - 5)}-${chance.slice(0, 4)}`];
}

/** Parses a Kerberos principal; null unless it is a person of one of the realms. */
export function principalOf(name: string, realms: readonly string[]): { name: string; realm: string } | null {
  const [, person, realm] = /^([^@/\\]+)@([^@/\\]+)$/.exec(name) ?? [];
  return person && realm && realms.includes(realm) ? { name: person, realm } : null;
}
