/** Bounds of the pages that are open on one server: of each person, in all, and in the bytes that wait for all of them. */
export const MOST_PAGES = { ofPerson: 20, ofServer: 12_000, bytes: 256 * 1024 * 1024 };

/** Share of the bytes that is left after pages were cut off: the next message must not count all pages again. */
const LEFT = 0.75;

/** A page as far as its unread bytes go. */
export type Unread = { readonly bufferedAmount: number; terminate(): void };

/** Counts the open pages of a server. */
export function countPages(most: typeof MOST_PAGES = MOST_PAGES) {
  const ofPerson = new Map<number, number>();
  /** Unread bytes of each page when it was last looked at. */
  const unread = new Map<Unread, number>();
  let bytes = 0;
  const note = (page: Unread, amount: number): void => {
    bytes += amount - (unread.get(page) ?? 0);
    unread.set(page, amount);
  };

  /** Ends the pages that are furthest behind. */
  function cutOff(): void {
    const furthest = [...unread].sort(([, a], [, b]) => b - a);
    for (const [page] of furthest) {
      if (bytes <= most.bytes * LEFT) return;
      note(page, 0);
      page.terminate();
    }
  }

  return {
    /** Adds a page of a person; answers what refuses it. */
    enter(userId: number, page: Unread): keyof Omit<typeof MOST_PAGES, 'bytes'> | null {
      const own = ofPerson.get(userId) ?? 0;
      if (own >= most.ofPerson) return 'ofPerson';
      if (unread.size >= most.ofServer) return 'ofServer';
      ofPerson.set(userId, own + 1);
      unread.set(page, 0);
      return null;
    },
    leave(userId: number, page: Unread): void {
      const left = (ofPerson.get(userId) ?? 1) - 1;
      if (left) ofPerson.set(userId, left);
      else ofPerson.delete(userId);
      note(page, 0);
      unread.delete(page);
    },
    /** Counts what waits for a page after a message to it. */
    sent(page: Unread): void {
      note(page, page.bufferedAmount);
      if (bytes <= most.bytes) return;
      // What was read since the last message to each page is not counted yet.
      for (const one of unread.keys()) note(one, one.bufferedAmount);
      if (bytes > most.bytes) cutOff();
    },
  };
}
