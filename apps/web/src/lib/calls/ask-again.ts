import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Milliseconds between two rounds of questions while a job counts version after version and announces each. */
export const AGAIN_MS = 5_000;

type Round = { event: object; isWanted: boolean };
const rounds = new WeakMap<QueryClient, Map<string, Round>>();

/** Asks for figures again at an event: at the first at once, at those that follow soon together. Tiles that hear one event ask once. */
export function askAgain(client: QueryClient, queryKey: QueryKey, event: object): void {
  const own = rounds.get(client) ?? new Map<string, Round>();
  rounds.set(client, own);
  const name = JSON.stringify(queryKey);
  const known = own.get(name);
  if (known) {
    known.isWanted ||= known.event !== event;
    return;
  }
  const round: Round = { event, isWanted: false };
  own.set(name, round);
  setTimeout(() => {
    own.delete(name);
    if (round.isWanted) askAgain(client, queryKey, {});
  }, AGAIN_MS);
  void client.invalidateQueries({ queryKey });
}
