import type { Language } from '@gantry/domain';
import { FRENCH, RUSSIAN } from './demo-data.norms.words.rules.ts';
import type { NormWords } from './demo-data.words.rules.ts';

const ENGLISH: Omit<NormWords, 'places' | 'methods'> = {
  titles: {
    types: 'Work types',
    norms: 'Norms',
    resources: 'Crews, machines and materials',
    output: 'Output per day',
    price: 'Price',
    kind: 'Kind',
    normsOfTypes: 'Norms of work types',
    crewsOfNorms: 'Crews of norms',
    calendar: 'Germany, five days',
  },
};

/** The words of sample norms in a language; `english` are those that English has already. */
export function normWordsIn(language: Language, english: Pick<NormWords, 'places' | 'methods'> = { places: [], methods: [] }): NormWords {
  if (language === 'ru') return RUSSIAN;
  return language === 'fr' ? FRENCH : { ...ENGLISH, ...english };
}
