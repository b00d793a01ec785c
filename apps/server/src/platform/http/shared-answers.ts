/**
 * Remembers what was answered last, up to `most` answers. The name of an answer says all that it depends on: who asks the same gets the
 * same, while it is made too. Of a call whose work failed nobody takes anything over.
 */
export function shareAnswers<T>(most: number): (name: string, make: () => Promise<T>) => Promise<T> {
  const answers = new Map<string, { made: Promise<T> }>();
  return async (name, make) => {
    const known = answers.get(name);
    const taken = known && (await known.made.then((answer) => ({ answer })).catch(() => null));
    const own = known && taken ? known : { made: make() };
    answers.delete(name);
    answers.set(name, own);
    for (const [other] of answers) if (answers.size > most) answers.delete(other);
    try {
      return await own.made;
    } catch (error) {
      if (answers.get(name) === own) answers.delete(name);
      throw error;
    }
  };
}
