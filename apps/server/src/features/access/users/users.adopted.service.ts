import { createHash } from 'node:crypto';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Adopted, findConfirmed, saveAdopted } from './users.repository.ts';

/** Somebody whom a file from elsewhere names. */
type Stranger = { id: number; login: string; email: string; first_name: string; last_name: string };

/** Where a name without an account comes from. */
type Origin = 'restored' | 'sample';

/**
 * Who people of a file from elsewhere are here, by their numbers there: those whose confirmed address it is, and the one who brought it;
 * for others a name is kept that nobody signs in with.
 */
export async function adoptPeople(
  tx: Tx,
  people: readonly Stranger[],
  bringerId: number,
  origin: Origin = 'restored',
): Promise<Map<string, string>> {
  const addresses = people.flatMap(({ email }) => (email ? [email.toLowerCase()] : []));
  const here = new Map((await findConfirmed(tx, addresses, bringerId)).map(({ id, email }) => [email.toLowerCase(), id]));
  const known = new Map<string, string>();
  const taken = new Set<number>();
  const names = new Map<string, Adopted>();
  for (const person of people) {
    const own = here.get(person.email.toLowerCase());
    // Two numbers there never become one here: what is restored is compared by them.
    if (own === undefined || taken.has(own)) {
      names.set(String(person.id), nameOf(person, origin));
    } else {
      taken.add(own);
      known.set(String(person.id), String(own));
    }
  }
  const kept = await saveAdopted(tx, [...new Map([...names.values()].map((name) => [name.login, name])).values()]);
  for (const [id, { login }] of names) known.set(id, String(kept.get(login)));
  return known;
}

function nameOf({ id, login, email, first_name, last_name }: Stranger, origin: Origin): Adopted {
  const sum = createHash('sha256')
    .update(JSON.stringify([id, login, email.toLowerCase(), first_name, last_name]))
    .digest('hex')
    .slice(0, 24);
  return { login: `${origin}-${sum}`, email: `${sum}@${origin}.invalid`, first_name: first_name || login || '—', last_name };
}
