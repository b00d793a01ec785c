import { createHash } from 'node:crypto';
import type { Tx } from '../../../platform/postgres/database.ts';
import { findAdopted, findConfirmed, saveAdopted } from './users.repository.ts';

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
  for (const person of people) {
    const own = here.get(person.email.toLowerCase());
    // Two numbers there never become one here: what is restored is compared by them.
    const id = own !== undefined && !taken.has(own) ? own : await keepName(tx, person, origin);
    taken.add(id);
    known.set(String(person.id), String(id));
  }
  return known;
}

async function keepName(tx: Tx, { id, login, email, first_name, last_name }: Stranger, origin: Origin): Promise<number> {
  const sum = createHash('sha256')
    .update(JSON.stringify([id, login, email.toLowerCase(), first_name, last_name]))
    .digest('hex')
    .slice(0, 24);
  const kept = await findAdopted(tx, `${origin}-${sum}`);
  if (kept) return kept.id;
  return saveAdopted(tx, {
    login: `${origin}-${sum}`,
    email: `${sum}@${origin}.invalid`,
    first_name: first_name || login || '—',
    last_name,
  });
}
