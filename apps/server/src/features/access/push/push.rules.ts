/** Messages that wait behind the one in work, of which only the last counts. An honest page never comes near. */
export const MESSAGES_BEHIND = 100;

/** What a page may say without a pause, and how much of it comes back a second. */
const BURST = 10;
const PER_SECOND = 5;

/** What a page may still say at once, and when that was counted, in milliseconds. */
type Credit = { left: number; at: number };

export const fullCredit = (at: number): Credit => ({ left: BURST, at });

/** Takes one message off the credit; answers what is left and the milliseconds to wait before the message is heard. */
export function spend({ left, at }: Credit, now: number): { credit: Credit; waitMs: number } {
  const saved = Math.min(BURST, left + ((now - at) / 1000) * PER_SECOND) - 1;
  return { credit: { left: saved, at: now }, waitMs: saved < 0 ? (-saved / PER_SECOND) * 1000 : 0 };
}

/** Milliseconds within which the rights of every open page are asked for again, whatever was heard of them. */
const CHECK_EACH_MS = 300_000;

/** When the rights of a page are asked for again; pages that were opened together are asked for apart. */
export const nextCheck = (now: number, chance = Math.random()): number => now + CHECK_EACH_MS * (0.5 + chance / 2);
