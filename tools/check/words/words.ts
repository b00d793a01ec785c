/** Words of a private dialect, and the standard word for each: one word for one thing, the one that an engineer would search for. */

export type Word = {
  /** What is not to be written any more. */
  avoid: RegExp;
  use: string;
  /** Names of code, or what is written for people: comments and Markdown. */
  where: 'names' | 'prose';
  /** So many places are left; it is lowered by whoever mends one, until it is 0. */
  limit: number;
};

export const WORDS: readonly Word[] = [
  { avoid: /\b(rings?[A-Z]\w*|\w+[a-z]Rings?)\b/, use: 'cycle', where: 'names', limit: 0 },
  { avoid: /(?<![\w.'"`-])rings?\b(?!['"`-])/i, use: 'cycle', where: 'prose', limit: 0 },
  { avoid: /\b(tell|tells?[A-Z]\w*)\b/, use: 'notify, report, publish', where: 'names', limit: 0 },
  { avoid: /\b(told|\w+Told|told[A-Z]\w*)\b/, use: 'notify, report, publish', where: 'names', limit: 0 },
  { avoid: /\b(say|says|said)([A-Z]\w*)?\b/, use: 'report, publish, state', where: 'names', limit: 11 },
  { avoid: /\blay(?!Out)[A-Z]\w*\b/, use: 'layOut…, layout, spread', where: 'names', limit: 0 },
  { avoid: /\b(type Ground|Doer|Deeds?)\b/, use: 'composition root, actor, audit entry', where: 'names', limit: 0 },
  { avoid: /\b(doers?|deeds?)\b/i, use: 'actor, audit entry', where: 'prose', limit: 0 },
  {
    avoid: /\b(openDoors|waitToLook|wayAcross|takeAway)\b/,
    use: 'identity providers, acquireLock, findPath, remove',
    where: 'names',
    limit: 0,
  },
  { avoid: /\browIds?\b/, use: 'itemId for an item of the WBS; rowId stays for rows of directories', where: 'names', limit: 127 },
  { avoid: /\b(ScheduleLinks?|scheduleLinks?)\b/, use: 'external relation', where: 'names', limit: 0 },
];
