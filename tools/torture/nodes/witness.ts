/** What somebody saw of one edit: when it was sent first, when it was acknowledged, and the revision that was named. */
export type Seen = {
  /** What the edit wrote, which nothing else did. */
  mark: string;
  kind: 'rename' | 'create';
  begun: number;
  acknowledged: number | null;
  revision: number | null;
  tries: number;
};

/** Notes what was seen of every edit, and of every answer that was none. */
export type Witness = {
  edits: Seen[];
  /** Answers by status; 0 stands for none. */
  answers: Map<number, number>;
  longestMs: number;
  /** Where the secret word was answered or told. */
  leaks: string[];
  begin(mark: string, kind: Seen['kind']): Seen;
  answered(status: number, ms: number): void;
  /** Looks for the secret word in what was answered or told. */
  heard(text: string, where: string): void;
};

export function openWitness(secret: string | null = null): Witness {
  const witness: Witness = {
    edits: [],
    answers: new Map(),
    longestMs: 0,
    leaks: [],
    begin(mark, kind) {
      const seen: Seen = { mark, kind, begun: performance.now(), acknowledged: null, revision: null, tries: 0 };
      witness.edits.push(seen);
      return seen;
    },
    answered(status, ms) {
      witness.answers.set(status, (witness.answers.get(status) ?? 0) + 1);
      witness.longestMs = Math.max(witness.longestMs, ms);
    },
    heard(text, where) {
      if (secret !== null && text.includes(secret)) witness.leaks.push(where);
    },
  };
  return witness;
}
