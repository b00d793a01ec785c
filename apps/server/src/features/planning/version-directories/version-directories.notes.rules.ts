import type { comesTo, Value, Wish } from './version-directories.rules.ts';

/** What a person should know of the directories that a version follows; the texts are in locales under the code. */
export type Note = {
  code: `version_directory.${'row_gone' | 'pair_gone' | 'ring' | 'unit_changed' | 'no_output'}`;
  parameters: Record<string, string | number>;
};

/** Notes as they come up: each is said once, with the number of works that it is about. */
export type Notes = { add(note: Note): void; list(): Note[] };

export function openNotes(): Notes {
  const counted = new Map<string, { note: Note; works: number }>();
  return {
    add(note) {
      const key = `${note.code} ${Object.values(note.parameters).join(' ')}`;
      const known = counted.get(key);
      if (known) known.works += 1;
      else counted.set(key, { note, works: 1 });
    },
    list: () => [...counted.values()].map(({ note, works }) => ({ ...note, parameters: { ...note.parameters, works } })),
  };
}

/** Notes for the values that people entered, by their outcome. */
export function notesOf(wish: Wish, top: Value, done: ReturnType<typeof comesTo>): Note[] {
  const name = wish.name || wish.code;
  const { unit, outputPerDay } = wish.taken.norm;
  if (!done) return [{ code: 'version_directory.unit_changed', parameters: { name, unit: top.volumeUnit, norm: unit } }];
  if (top.rule !== 'output' || (outputPerDay ?? 0) > 0) return [];
  return [{ code: 'version_directory.no_output', parameters: { name } }];
}
