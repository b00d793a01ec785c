/** Migrations that an older server, which still runs beside them, could not live with. */

import type { SourceTree } from '../source-tree.ts';

const FOLDER = 'apps/server/src/database/migrations/';
/** Before the first release nothing older runs. */
const LAST_BEFORE = '0510';
const TAKES_AWAY =
  /\bdrop (?:table|column|view|function)\b|\brename (?:column|to)\b|\balter column \w+ (?:set data )?type\b|\bset not null\b|(?<!\b(?:is|drop) )\bnot null(?![^,;]*\bdefault\b)(?=[^;]*;)/i;

/** Whether a migration takes away what the release before uses: a column or table, a type, or the freedom to leave a column out. */
function takesAway(text: string): boolean {
  const bare = text.replace(/--.*$/gm, '');
  return bare.split(';').some((statement) => !/^\s*create table\b/i.test(statement) && TAKES_AWAY.test(`${statement};`));
}

export const MIGRATIONS = [
  {
    name: 'migrations that take away what running servers use, and are not named .contract.sql',
    bound: 'at most' as const,
    limit: 0,
    goal: 0,
    measure(tree: SourceTree) {
      const places = [...tree]
        .filter(([path]) => path.startsWith(FOLDER) && path.slice(FOLDER.length) > LAST_BEFORE && !path.endsWith('.contract.sql'))
        .filter(([, text]) => takesAway(text))
        .map(([path]) => `${path}: name it .contract.sql, so that it waits until older servers have stopped`);
      return { value: places.length, places };
    },
  },
];
