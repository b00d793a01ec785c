/** Where the entities of a STEP file stand; arguments are read when they are asked for. */
export type StepScan = {
  /** Type of each kept entity, in the order of the file. */
  types: string[];
  ids: number[];
  /** Offsets of the opening bracket and of the semicolon. */
  starts: number[];
  ends: number[];
  indexOf: Map<number, number>;
  /** Entities of the file, the geometry that is passed over included. */
  count: number;
  /** Statements that are no entities. */
  broken: number;
  isTerminated: boolean;
};

const [QUOTE, HASH, STAR, SLASH, SEMICOLON, EQUALS, OPEN] = [39, 35, 42, 47, 59, 61, 40];

/** Runs once over the bytes of the data section; entities of a type that `isKept` refuses are counted only. */
export function scanStep(bytes: Buffer, from: number, isKept: (type: string) => boolean): StepScan {
  const scan: StepScan = { types: [], ids: [], starts: [], ends: [], indexOf: new Map(), count: 0, broken: 0, isTerminated: true };
  const words = new Map<string, string | null>();
  let at = from;
  while (at < bytes.length) {
    const code = bytes[at];
    if (code <= 32 || code === SEMICOLON) {
      at++;
      continue;
    }
    if (code === SLASH && bytes[at + 1] === STAR) {
      const end = bytes.indexOf('*/', at + 2, 'latin1');
      if (end === -1) return { ...scan, isTerminated: false };
      at = end + 2;
      continue;
    }
    const end = endOfStatement(bytes, at);
    if (end === -1) return { ...scan, isTerminated: isEnding(bytes, at) };
    if (code === HASH) keep(bytes, at, end, scan, words, isKept);
    else if (!isEnding(bytes, at)) scan.broken++;
    at = end + 1;
  }
  return scan;
}

const isEnding = (bytes: Buffer, at: number): boolean =>
  /^(?:ENDSEC|END-ISO|DATA)/i.test(bytes.toString('latin1', at, Math.min(at + 8, bytes.length)));

function keep(
  bytes: Buffer,
  at: number,
  end: number,
  scan: StepScan,
  words: Map<string, string | null>,
  isKept: (type: string) => boolean,
): void {
  let [id, place] = [0, at + 1];
  for (; bytes[place] >= 48 && bytes[place] <= 57; place++) id = id * 10 + bytes[place] - 48;
  while (bytes[place] <= 32) place++;
  if (bytes[place] !== EQUALS || !Number.isSafeInteger(id)) {
    scan.broken++;
    return;
  }
  place++;
  while (bytes[place] <= 32) place++;
  const nameAt = place;
  while (place < end && bytes[place] !== OPEN && bytes[place] > 32) place++;
  scan.count++;
  const word = bytes.toString('latin1', nameAt, Math.min(place, nameAt + 80));
  const known = words.get(word);
  const type = known === undefined ? typeOf(word, isKept) : known;
  if (known === undefined && words.size < 5000) words.set(word, type);
  if (type === null) return;
  scan.indexOf.set(id, scan.ids.length);
  scan.ids.push(id);
  scan.types.push(type);
  scan.starts.push(place);
  scan.ends.push(end);
}

function typeOf(word: string, isKept: (type: string) => boolean): string | null {
  const upper = word.toUpperCase();
  return /^[A-Z][A-Z0-9_]*$/.test(upper) && isKept(upper) ? upper : null;
}

/** The semicolon that ends the statement, outside texts and comments; -1 where there is none. */
function endOfStatement(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const code = bytes[at];
    if (code === SEMICOLON) return at;
    if (code === QUOTE) {
      at = bytes.indexOf(QUOTE, at + 1);
      if (at === -1) return -1;
    } else if (code === SLASH && bytes[at + 1] === STAR) {
      at = bytes.indexOf('*/', at + 2, 'latin1');
      if (at === -1) return -1;
      at++;
    }
  }
  return -1;
}
