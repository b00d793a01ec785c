/** Whole numbers by periods, of some lines side by side. `first` is the number of the first period. */
export type PeriodLines = Record<string, { first: number; units: number[] }>;

const SHIFT = 0x80;
/** Stands for the number of periods of a line that equals an earlier one. */
const AS_BEFORE = -1;

/**
 * Packs lines into bytes: for each of `keys`, in their order, the first period, the number of periods and the differences from period to
 * period, all as variable-length whole numbers. A line that lies evenly takes a byte or two a period. A line that equals an earlier one is
 * written as how many lines before it that one stands, and -1 periods: mostly what is planned is promised, early and left alike.
 */
export function packLines(keys: readonly string[], lines: PeriodLines): Buffer {
  const bytes: number[] = [];
  const put = (value: number): void => {
    // Zigzag by arithmetic: amounts in cents pass what 32 bits hold.
    let rest = value < 0 ? -value * 2 - 1 : value * 2;
    while (rest >= SHIFT) {
      bytes.push((rest % SHIFT) + SHIFT);
      rest = Math.floor(rest / SHIFT);
    }
    bytes.push(rest);
  };
  const placeOf = new Map<string, number>();
  for (const [place, key] of keys.entries()) {
    const { first, units } = lines[key] ?? { first: 0, units: [] };
    if (units.length) {
      const text = `${first} ${units.join()}`;
      const equal = placeOf.get(text);
      if (equal !== undefined) {
        put(place - equal);
        put(AS_BEFORE);
        continue;
      }
      placeOf.set(text, place);
    }
    put(first);
    put(units.length);
    let before = 0;
    for (const value of units) {
      put(value - before);
      before = value;
    }
  }
  return Buffer.from(bytes);
}

/** Reads packed lines one after another; what nobody asks for is passed over. Throws a RangeError where the bytes end early. */
export function openPack(bytes: Uint8Array): { line(): PeriodLines[string]; addTo(sum: PeriodLines, key: string): void; pass(): void } {
  const end = bytes.length;
  let at = 0;
  const ended = (): never => {
    throw new RangeError('the packed lines end early');
  };
  const take = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= SHIFT) {
      if (at >= end) ended();
      const byte = bytes[at++];
      value += (byte & (SHIFT - 1)) * scale;
      if (byte < SHIFT) return value % 2 ? -(value + 1) / 2 : value / 2;
    }
  };
  /** Adds so many values to a list from a place on. */
  const add = (sums: number[], from: number, count: number): void => {
    // The place is a variable of its own here: the shared one would be written to the memory for each byte.
    let next = at;
    let value = 0;
    for (let index = 0; index < count; index += 1) {
      if (next >= end) ended();
      let byte = bytes[next++];
      // Most differences take few bytes: whole numbers of 32 bits hold them.
      let step = byte & (SHIFT - 1);
      for (let bits = 7; byte >= SHIFT && bits < 28; bits += 7) {
        if (next >= end) ended();
        byte = bytes[next++];
        step |= (byte & (SHIFT - 1)) << bits;
      }
      if (byte < SHIFT) value += step & 1 ? -((step + 1) >> 1) : step >> 1;
      else {
        let wide = step;
        for (let scale = 2 ** 28; byte >= SHIFT; scale *= SHIFT) {
          if (next >= end) ended();
          byte = bytes[next++];
          wide += (byte & (SHIFT - 1)) * scale;
        }
        value += wide % 2 ? -(wide + 1) / 2 : wide / 2;
      }
      sums[from + index] += value;
    }
    at = next;
  };
  /** Where each line that was read begins. */
  const begins: number[] = [];
  /** Reads a line by its first period and the number of its periods: where it is written as an earlier one, that one. */
  const read = (by: (first: number, count: number) => void): void => {
    const line = begins.push(at) - 1;
    const first = take();
    const count = take();
    if (count !== AS_BEFORE) return by(first, count);
    const next = at;
    at = begins[line - first] ?? ended();
    by(take(), take());
    at = next;
  };
  const unitsOf = (count: number): number[] => {
    const units = new Array<number>(count).fill(0);
    add(units, 0, count);
    return units;
  };
  return {
    line() {
      let line: PeriodLines[string] = { first: 0, units: [] };
      read((first, count) => (line = { first, units: unitsOf(count) }));
      return line;
    },
    addTo(sum, key) {
      read((first, count) => {
        const known = sum[key];
        // Most versions of a place lie over the periods that are known already: their values are added as they are read.
        if (known && first >= known.first && first + count <= known.first + known.units.length)
          add(known.units, first - known.first, count);
        else addLine(sum, key, { first, units: unitsOf(count) });
      });
    },
    pass() {
      begins.push(at);
      take();
      let left = take();
      let next = at;
      for (; left > 0 && next < end; next += 1) if (bytes[next] < SHIFT) left -= 1;
      at = next;
      if (left > 0) ended();
    },
  };
}

/** The lines that `packLines` packed with the same keys, or those of them that are wanted. Throws a RangeError where the bytes end early. */
export function unpackLines(keys: readonly string[], bytes: Uint8Array, wanted?: ReadonlySet<string>): PeriodLines {
  const pack = openPack(bytes);
  const lines: PeriodLines = {};
  for (const key of keys)
    if (wanted?.has(key) ?? true) lines[key] = pack.line();
    else pack.pass();
  return lines;
}

/** Adds lines of one key to others, period by period. */
export function addLine(sum: PeriodLines, key: string, { first, units }: { first: number; units: readonly number[] }): void {
  if (!units.length) return;
  const known = sum[key];
  if (!known?.units.length) {
    sum[key] = { first, units: [...units] };
    return;
  }
  const from = Math.min(first, known.first);
  const until = Math.max(first + units.length, known.first + known.units.length);
  if (from < known.first) known.units.unshift(...new Array<number>(known.first - from).fill(0));
  known.first = from;
  while (known.units.length < until - from) known.units.push(0);
  const sums = known.units;
  for (let index = 0, at = first - from; index < units.length; index += 1, at += 1) sums[at] += units[index];
}

/** A line without the periods of nothing at its ends; null where all are. */
export function trimmed({ first, units }: PeriodLines[string]): PeriodLines[string] | null {
  const from = units.findIndex((value) => value !== 0);
  return from < 0 ? null : { first: first + from, units: units.slice(from, units.findLastIndex((value) => value !== 0) + 1) };
}
