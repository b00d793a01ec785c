/** Where the entities of a STEP file stand; arguments are read when they are asked for. */
export type StepScan = {
  /** The types of kept entities, each once. */
  names: string[];
  /** The type of each kept entity, as its place in `names`, in the order of the file. */
  types: Uint16Array;
  ids: Float64Array;
  /** Offsets of the opening bracket and of the semicolon. */
  starts: Int32Array;
  ends: Int32Array;
  /** Entities of the file, the geometry that is passed over included. */
  count: number;
  /** Statements that are no entities. */
  broken: number;
  isTerminated: boolean;
};

const [QUOTE, HASH, STAR, SLASH, SEMICOLON, EQUALS, OPEN] = [39, 35, 42, 47, 59, 61, 40];
const LONGEST_WORD = 80;

/** Runs once over the bytes of the data section; entities of a type that `isKept` refuses are counted only. */
export function scanStep(bytes: Buffer, from: number, isKept: (type: string) => boolean): StepScan {
  const scan: Growing = {
    names: [],
    types: new Uint16Array(FIRST),
    ids: new Float64Array(FIRST),
    starts: new Int32Array(FIRST),
    ends: new Int32Array(FIRST),
    kept: 0,
    count: 0,
    broken: 0,
  };
  const isTerminated = scanInto(scan, bytes, from, isKept);
  const { names, types, ids, starts, ends, kept, count, broken } = scan;
  const [few, here] = [types.subarray(0, kept), ids.subarray(0, kept)];
  return { names, types: few, ids: here, starts: starts.subarray(0, kept), ends: ends.subarray(0, kept), count, broken, isTerminated };
}

/** Lists with room for more entities than they hold. */
type Growing = Omit<StepScan, 'isTerminated'> & { kept: number };
const FIRST = 1 << 12;

function grow(scan: Growing): void {
  const size = scan.ids.length * 2;
  const grown = <T extends Uint16Array | Float64Array | Int32Array>(next: T, list: T): T => (next.set(list), next);
  scan.types = grown(new Uint16Array(size), scan.types);
  scan.ids = grown(new Float64Array(size), scan.ids);
  scan.starts = grown(new Int32Array(size), scan.starts);
  scan.ends = grown(new Int32Array(size), scan.ends);
}

/** Answers whether the section has an end. */
function scanInto(scan: Growing, bytes: Buffer, from: number, isKept: (type: string) => boolean): boolean {
  const typeAt = typesOf(bytes, scan.names, isKept);
  let at = from;
  while (at < bytes.length) {
    const code = bytes[at];
    if (code <= 32 || code === SEMICOLON) {
      at++;
      continue;
    }
    if (code === SLASH && bytes[at + 1] === STAR) {
      const end = bytes.indexOf('*/', at + 2, 'latin1');
      if (end === -1) return false;
      at = end + 2;
      continue;
    }
    const end = endOfStatement(bytes, at);
    if (end === -1) return isEnding(bytes, at);
    if (code === HASH) keep(bytes, at, end, scan, typeAt);
    else if (!isEnding(bytes, at)) scan.broken++;
    at = end + 1;
  }
  return true;
}

const isEnding = (bytes: Buffer, at: number): boolean =>
  /^(?:ENDSEC|END-ISO|DATA)/i.test(bytes.toString('latin1', at, Math.min(at + 8, bytes.length)));

type TypeAt = (from: number, to: number, hash: number) => number;

function keep(bytes: Buffer, at: number, end: number, scan: Growing, typeAt: TypeAt): void {
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
  let hash = 0;
  for (; place < end && bytes[place] !== OPEN && bytes[place] > 32; place++) hash = (Math.imul(hash, 31) + bytes[place]) | 0;
  scan.count++;
  const type = typeAt(nameAt, Math.min(place, nameAt + LONGEST_WORD), hash);
  if (type < 0) return;
  if (scan.kept === scan.ids.length) grow(scan);
  scan.ids[scan.kept] = id;
  scan.types[scan.kept] = type;
  scan.starts[scan.kept] = place;
  scan.ends[scan.kept] = end;
  scan.kept++;
}

/** The place of a word among the types that are kept, -1 where it is none; a word that has been met is compared, not made again. */
function typesOf(bytes: Buffer, names: string[], isKept: (type: string) => boolean): TypeAt {
  const met = new Map<number, { from: number; to: number; type: number }>();
  const read = (from: number, to: number): number => {
    const name = typeOf(bytes.toString('latin1', from, to), isKept);
    if (name === null) return -1;
    const known = names.indexOf(name);
    return known < 0 ? names.push(name) - 1 : known;
  };
  return (from, to, hash) => {
    const known = met.get(hash);
    if (known && isSame(bytes, known, from, to)) return known.type;
    const type = read(from, to);
    if (!known && met.size < 5000) met.set(hash, { from, to, type });
    return type;
  };
}

function isSame(bytes: Buffer, known: { from: number; to: number }, from: number, to: number): boolean {
  if (to - from !== known.to - known.from) return false;
  for (let at = from, other = known.from; at < to; at++, other++) if (bytes[at] !== bytes[other]) return false;
  return true;
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
