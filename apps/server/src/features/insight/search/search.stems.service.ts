import type { Db } from '../../../platform/postgres/database.ts';
import { findStems } from './search.stems.repository.ts';
import { isCyrillic, plain, type Stems, type Token, withoutFleeingVowel, withoutPluralX, wordsToStem } from './search.words.rules.ts';

type Known = { stems: readonly string[]; common: boolean };

/** Stems of a word never change, in whichever database: what was asked for once is remembered. */
const known = new Map<string, Known>();
const REMEMBERED = 50_000;

/** Stems of the words of some texts, and which of them are too common to be asked for beside others. */
export async function stemsOf(
  db: Db,
  texts: readonly (readonly Token[])[],
): Promise<{ stems: Stems; isCommon: (word: string) => boolean }> {
  const words = new Set(texts.flatMap(wordsToStem));
  const found = new Map<string, Known>();
  const unknown: string[] = [];
  for (const word of words) {
    const remembered = known.get(word);
    if (remembered) found.set(word, remembered);
    else unknown.push(word);
  }
  if (unknown.length) {
    if (known.size + unknown.length > REMEMBERED) known.clear();
    const asked = unknown.map((word) => ({ word, plain: plain(word), cyrillic: isCyrillic(word) }));
    for (const { word, stems, common } of await findStems(db, asked)) {
      const all = {
        stems: [...new Set(isCyrillic(word) ? stems.flatMap(withoutFleeingVowel) : [...stems, ...withoutPluralX(word)])].filter(Boolean),
        common,
      };
      found.set(word, all);
      known.set(word, all);
    }
  }
  return { stems: (word) => found.get(word)?.stems ?? [word], isCommon: (word) => found.get(word)?.common ?? false };
}
