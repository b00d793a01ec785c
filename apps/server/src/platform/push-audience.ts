/**
 * To whom a message goes: all who stand in the space and read what it is about, one person wherever they stand, some people in the
 * space, or all who have a version open and read it. Messages of one topic (a chat, a board) arrive in the order of their commits and wait
 * for no other topic. `tokenId` is the access token that began what the message to one person reports; null: none.
 */
export type Audience = {
  spaceId: number;
  userId?: number;
  tokenId?: number | null;
  userIds?: readonly number[];
  versionId?: number;
  topic?: string;
};

/** A listener as far as it decides what it hears. */
type Standing = { userId: number; tokenId?: number | null; readonly spaceId: number | null; readonly versionId: number | null };

/** The line in which messages wait for each other. */
export function lineOf({ spaceId, userId, versionId, topic }: Audience): string {
  if (topic !== undefined) return `topic ${spaceId} ${topic}`;
  if (versionId !== undefined) return `version ${versionId}`;
  return userId === undefined ? `space ${spaceId}` : `user ${userId}`;
}

/** Whether a message is for a listener, by where it stands and what opened it. */
export function hears(listener: Standing, audience: Audience): boolean {
  if (audience.userId !== undefined) return listener.userId === audience.userId && isOfToken(listener, audience);
  if (listener.spaceId !== audience.spaceId) return false;
  if (audience.userIds && !audience.userIds.includes(listener.userId)) return false;
  return audience.versionId === undefined || listener.versionId === audience.versionId;
}

/** A channel of a token hears of its person what belongs to no space, such as the end of the token, and of what the token itself began. */
function isOfToken({ tokenId }: Standing, audience: Audience): boolean {
  if (tokenId === undefined || tokenId === null) return true;
  return audience.tokenId === undefined ? audience.spaceId === 0 : audience.tokenId === tokenId;
}

/** A message that waits to leave; those of one line with an order leave in it. */
export type Leaving = { channel: string; text: string; line?: string; order?: number };

/** Puts the messages of a line in their order: the ends of two transactions may reach this server in another one than they came. */
export function inOrder(leaving: readonly Leaving[]): Leaving[] {
  const ordered = [...leaving];
  const placed = leaving.flatMap(({ order }, at) => (order === undefined ? [] : [at]));
  const lines = Map.groupBy(placed, (at) => leaving[at].line);
  for (const places of lines.values()) {
    const sorted = places.map((at) => leaving[at]).sort((a, b) => Number(a.order) - Number(b.order));
    for (const [which, at] of places.entries()) ordered[at] = sorted[which];
  }
  return ordered;
}
