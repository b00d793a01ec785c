/** How often answers and letters may be tried: a person who guesses is stopped long before the first good guess. */
export const RECOVERY_LIMITS = {
  answerOfAccount: { tries: 5, windowSeconds: 24 * 3600 },
  lettersToAccount: { tries: 3, windowSeconds: 3600 },
  callsOfAddress: { tries: 30, windowSeconds: 3600 },
} as const;

/** Minutes that a mailed link works. */
export const LINK_MINUTES = 30;

const QUESTIONS: Record<string, readonly string[]> = {
  en: [
    "What was your first pet's name?",
    'In which town were you born?',
    'What was the name of your first school?',
    "What is your mother's maiden name?",
    'What was the make of your first car?',
    'On which street did you grow up?',
    'Who was your favourite teacher?',
    'What was your first building site?',
  ],
  ru: [
    'Кличка первого питомца?',
    'В каком городе вы родились?',
    'Номер вашей первой школы?',
    'Девичья фамилия матери?',
    'Марка первой машины?',
    'На какой улице вы выросли?',
    'Любимый учитель?',
    'Ваша первая стройка?',
  ],
  fr: [
    'Le nom de votre premier animal ?',
    'Votre ville de naissance ?',
    'Le nom de votre première école ?',
    'Le nom de jeune fille de votre mère ?',
    'La marque de votre première voiture ?',
    'La rue de votre enfance ?',
    'Votre professeur préféré ?',
    'Votre premier chantier ?',
  ],
};

/**
 * The security question for an account that does not exist: constant for a login, in the given language. `dice` is a keyed hash of the
 * login.
 */
export function questionOfNobody(dice: number, language: string | null): string {
  const list = QUESTIONS[(language ?? 'en').slice(0, 2)] ?? QUESTIONS['en'];
  return list[dice % list.length];
}
