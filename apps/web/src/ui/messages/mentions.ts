/** What stands before the caret as the beginning of a mention: `@` and what follows it; null where nobody is being mentioned. */
export function mentionBefore(text: string, caret: number): { from: number; search: string } | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}._-]{0,30})$/u.exec(text.slice(0, caret));
  return found ? { from: caret - found[1].length - 1, search: found[1] } : null;
}

/** Who was mentioned while a text was written: what is shown, and whom it means. */
export type Chosen = { name: string; userId: number };

/** The text as it is sent: each shown mention of somebody who was chosen becomes `@{id}`. */
export function withMentions(text: string, chosen: readonly Chosen[]): string {
  // A name that begins with another one goes first.
  const byLength = [...chosen].sort((a, b) => b.name.length - a.name.length);
  return byLength.reduce((result, { name, userId }) => result.replaceAll(`@${name}`, `@{${userId}}`), text);
}
