import type { PushMessage } from '@gantry/contract';
import { type Audience, hears } from './push-audience.ts';

export type Listener = {
  userId: number;
  /** The access token that opened the channel; null or left out where a session did. */
  tokenId?: number | null;
  /** What that token allows; left out where a session opened the channel. */
  tokenRights?: ReadonlySet<string>;
  /** Where it stands; changed by `Push.move` alone. */
  readonly spaceId: number | null;
  readonly versionId: number | null;
  /** `isPersonal`: the message is addressed to the person, wherever their page stands. */
  send(message: PushMessage, isPersonal?: boolean): void;
  /** Messages may have been lost: the listener loads again what it shows. */
  missed(): void;
};

type Place = Partial<Pick<Listener, 'spaceId' | 'versionId'>>;

/** The listeners of this server, also by person, space and version: a message looks at those alone whom it may concern. */
export function openListeners() {
  const all = new Set<Listener>();
  const [byUser, bySpace, byVersion] = [groups(), groups(), groups()];

  function stand(listener: Listener): void {
    bySpace.add(listener.spaceId, listener);
    byVersion.add(listener.versionId, listener);
  }
  function goAway(listener: Listener): void {
    bySpace.remove(listener.spaceId, listener);
    byVersion.remove(listener.versionId, listener);
  }
  /** Groups in which all stand whom a message is for. */
  function near({ userId, userIds, versionId, spaceId }: Audience): Iterable<Listener>[] {
    if (userId !== undefined) return [byUser.of(userId)];
    if (userIds) return [...new Set(userIds)].map((id) => byUser.of(id));
    return [versionId === undefined ? bySpace.of(spaceId) : byVersion.of(versionId)];
  }

  return {
    all: (): ReadonlySet<Listener> => all,
    /** Answers what ends it. */
    join(listener: Listener): () => void {
      all.add(listener);
      byUser.add(listener.userId, listener);
      stand(listener);
      return () => {
        all.delete(listener);
        byUser.remove(listener.userId, listener);
        goAway(listener);
      };
    },
    move(listener: Listener, place: Place): void {
      goAway(listener);
      Object.assign(listener, place);
      if (all.has(listener)) stand(listener);
    },
    /** Whether somebody has a version open. */
    isOpen: (versionId: number): boolean => byVersion.has(versionId),
    /** Those whom a message is for. */
    standing: (audience: Audience): Listener[] =>
      near(audience).flatMap((some) => [...some].filter((listener) => hears(listener, audience))),
    isHeard(audience: Audience): boolean {
      for (const some of near(audience)) for (const listener of some) if (hears(listener, audience)) return true;
      return false;
    },
  };
}

function groups() {
  const sets = new Map<number, Set<Listener>>();
  return {
    of: (key: number): Iterable<Listener> => sets.get(key) ?? [],
    has: (key: number): boolean => sets.has(key),
    add(key: number | null, listener: Listener): void {
      if (key === null) return;
      const known = sets.get(key);
      if (known) known.add(listener);
      else sets.set(key, new Set([listener]));
    },
    remove(key: number | null, listener: Listener): void {
      const known = key === null ? undefined : sets.get(key);
      if (key === null || !known?.delete(listener) || known.size) return;
      sets.delete(key);
    },
  };
}
