import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { setForTransaction } from '../../../platform/postgres/settings.ts';

export type StemsOfWord = { word: string; stems: string[]; common: boolean };

/** Stems of words: of Cyrillic ones the Russian, of others the English and the French, with accents and without. */
export async function findStems(db: Db, words: readonly { word: string; plain: string; cyrillic: boolean }[]): Promise<StemsOfWord[]> {
  const { rows } = await sql<StemsOfWord>`
    select word, case when cyrillic then ts_lexize('search_russian', word)
      else ts_lexize('search_english', plain) || ts_lexize('search_french', word) || ts_lexize('search_french', plain) end as stems,
      case when cyrillic then ts_lexize('russian_stem', word) = '{}'
      else ts_lexize('english_stem', word) = '{}' or (length(word) < 4 and ts_lexize('french_stem', word) = '{}') end as common
    from unnest(${words.map(({ word }) => word)}::text[], ${words.map((one) => one.plain)}::text[],
                ${words.map(({ cyrillic }) => cyrillic)}::bool[]) asked (word, plain, cyrillic)`.execute(db);
  return rows;
}

/** The question that the policies of entries and stems go by, for the rest of the transaction. */
export async function askFor(db: Db, query: string): Promise<void> {
  await setForTransaction(db, { 'app.search': query });
}

/**
 * Sets a question of many words for this transaction. A sequential scan parses the question again for each row, and the planner does not
 * count that cost: such a scan takes a second, the index a millisecond. A higher cost of rows makes the planner choose the index; without
 * JIT it compiles no plan.
 */
export async function askForMany(db: Db, query: string): Promise<void> {
  await setForTransaction(db, { 'app.search': query, cpu_tuple_cost: '1', jit: 'off' });
}
