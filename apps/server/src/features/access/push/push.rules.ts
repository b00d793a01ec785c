/** Messages that wait behind the one in work, of which only the last counts. An honest page never comes near. */
export const MESSAGES_BEHIND = 100;

/** How much is done without a pause, and how much of it comes back a second. */
type Pace = { burst: number; perSecond: number };

/** What a page may say. */
const HEARD: Pace = { burst: 10, perSecond: 5 };
/** How fast a server notifies its pages of changed rights: each page then loads all that it shows, some ten calls. */
export const TOLD: Pace = { burst: 100, perSecond: 25 };

/** What may still be done at once, and when that was counted, in milliseconds. */
type Credit = { left: number; at: number };

export const fullCredit = (at: number, { burst }: Pace = HEARD): Credit => ({ left: burst, at });

/** Takes one message off the credit; answers what is left and the milliseconds to wait before its turn. */
export function spend({ left, at }: Credit, now: number, { burst, perSecond }: Pace = HEARD): { credit: Credit; waitMs: number } {
  const saved = Math.min(burst, left + ((now - at) / 1000) * perSecond) - 1;
  return { credit: { left: saved, at: now }, waitMs: saved < 0 ? (-saved / perSecond) * 1000 : 0 };
}

/** Milliseconds within which the rights of every open page are asked for again, whatever was heard of them. */
const CHECK_EACH_MS = 300_000;

/** When the rights of a page are asked for again; pages that were opened together are asked for apart. */
export const nextCheck = (now: number, chance = Math.random()): number => now + CHECK_EACH_MS * (0.5 + chance / 2);
