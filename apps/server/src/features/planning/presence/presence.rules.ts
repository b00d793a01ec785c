import type { EventSent, Present } from '@gantry/contract';

type Change = Partial<Omit<EventSent['version_presence'], 'version_id'>>;

/** How many pages a server has somewhere, and a number that differs where they are others. */
export type Digest = { pages: number; sum: number };

/** What a server reports of its pages at a version; `to`: only for the server that asked. */
export type PresenceReport = { server: string; to?: string; spaceId: number; versionId: number } & Change;

/** Messages between servers about the pages that have a version open. */
export type PresenceNotice =
  | PresenceReport
  /** A server is there, with so many pages. */
  | { server: string; alive: Digest }
  /** Asks one server for all its pages, or every one: null. */
  | { server: string; asks: string | null }
  /** What follows is all of a server: the one that has asked forgets what it knew of it. */
  | { server: string; to: string; anew: true };

/** What changes for the pages of a version. */
export type PresenceChange = { spaceId: number; versionId: number } & Required<Change>;

type Place = { spaceId: number; versionId: number; present: Present };
type Server = { heardAt: number; places: Map<string, Place> };

/** Where the pages of all servers stand, by what is heard of them. Moments are milliseconds of one clock. */
export function openPlaces() {
  const servers = new Map<string, Server>();
  /** The same by version. */
  const versions = new Map<number, Map<string, Place>>();

  const serverOf = (id: string, now: number): Server => {
    const known = servers.get(id) ?? { heardAt: now, places: new Map<string, Place>() };
    known.heardAt = now;
    servers.set(id, known);
    return known;
  };

  function remove({ places }: Server, connection: string): Place | null {
    const place = places.get(connection);
    if (!place) return null;
    places.delete(connection);
    const there = versions.get(place.versionId);
    there?.delete(connection);
    if (!there?.size) versions.delete(place.versionId);
    return place;
  }

  function add({ places }: Server, place: Place): void {
    places.set(place.present.connection, place);
    const there = versions.get(place.versionId) ?? new Map<string, Place>();
    versions.set(place.versionId, there.set(place.present.connection, place));
  }

  /** Removes pages of a server; returns the changes for the pages that stay. */
  function removeAll(server: Server, connections: Iterable<string>): PresenceChange[] {
    const changes = new Map<number, PresenceChange>();
    for (const connection of connections) {
      const place = remove(server, connection);
      if (!place) continue;
      const { spaceId, versionId } = place;
      const change = changes.get(versionId) ?? { spaceId, versionId, joined: [], moved: [], left: [] };
      change.left.push(connection);
      changes.set(versionId, change);
    }
    return [...changes.values()];
  }

  return {
    /** Applies the report of a server about its pages; returns the changes for the pages of this server. */
    hear({ server: id, spaceId, versionId, joined = [], moved = [], left = [] }: PresenceReport, now: number): PresenceChange[] {
      const server = serverOf(id, now);
      // A page that came from another version has left that one.
      const changes = removeAll(server, [...joined.map(({ connection }) => connection), ...left]).map((change) => ({
        ...change,
        left: change.versionId === versionId ? change.left.filter((connection) => left.includes(connection)) : change.left,
      }));
      for (const present of joined) add(server, { spaceId, versionId, present });
      const known = moved.flatMap((step) => {
        const place = server.places.get(step.connection);
        if (place?.versionId !== versionId) return [];
        place.present = { ...place.present, row_id: step.row_id };
        return [step];
      });
      if (joined.length || known.length) changes.push({ spaceId, versionId, joined, moved: known, left: [] });
      return changes.filter((change) => change.joined.length || change.moved.length || change.left.length);
    },
    /** Notes that a server is there; false where its pages are others than those that are known. */
    isKnown(id: string, { pages, sum }: Digest, now: number): boolean {
      const own = digestOf(serverOf(id, now).places.values());
      return own.pages === pages && own.sum === sum;
    },
    /** Forgets all pages of a server. */
    forget(id: string, now: number): PresenceChange[] {
      const server = serverOf(id, now);
      return removeAll(server, server.places.keys());
    },
    /** Forgets the servers that have not been heard of since a moment. */
    forgetSilent(since: number): PresenceChange[] {
      const silent = [...servers].filter(([, { heardAt }]) => heardAt < since);
      return silent.flatMap(([id, server]) => {
        servers.delete(id);
        return removeAll(server, server.places.keys());
      });
    },
    /** Who has a version of a space open, in the order in which they came. */
    list(spaceId: number, versionId: number): Present[] {
      const there = [...(versions.get(versionId)?.values() ?? [])].filter((place) => place.spaceId === spaceId);
      const orderOf = ({ since, connection }: Present): string => `${since} ${connection}`;
      return there.map(({ present }) => present).sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
    },
  };
}

/** The digest of pages, in whatever order. */
export function digestOf(places: Iterable<{ versionId: number; present: Pick<Present, 'connection'> }>): Digest {
  const digest = { pages: 0, sum: 0 };
  for (const { versionId, present } of places) {
    digest.pages += 1;
    digest.sum = (digest.sum + hashOf(`${present.connection} ${versionId}`)) % 2 ** 32;
  }
  return digest;
}

/** FNV-1a of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Parts of a list that take no more bytes than a notice holds. */
export function inParts<T>(list: readonly T[], mostBytes: number): T[][] {
  const parts: T[][] = [];
  let bytes = mostBytes;
  for (const one of list) {
    const size = Buffer.byteLength(JSON.stringify(one)) + 1;
    if (bytes + size > mostBytes) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(one);
    bytes += size;
  }
  return parts;
}
