/** Whole numbers by periods, of some lines side by side. `first` is the number of the first period. */
export type PeriodLines = Record<string, { first: number; units: number[] }>;

const SHIFT = 0x80;

/**
 * Packs lines into bytes: for each of `keys`, in their order, the first period, the number of periods and the differences from period to
 * period, all as variable-length whole numbers. A line that lies evenly takes a byte or two a period.
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
  for (const key of keys) {
    const { first, units } = lines[key] ?? { first: 0, units: [] };
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
export function openPack(bytes: Uint8Array): { line(): PeriodLines[string]; pass(): void } {
  let at = 0;
  const ended = (): never => {
    throw new RangeError('the packed lines end early');
  };
  const take = (): number => {
    if (at >= bytes.length) ended();
    let byte = bytes[at++];
    // Most differences take a byte.
    if (byte < SHIFT) return byte & 1 ? -(byte + 1) / 2 : byte >> 1;
    let value = byte & (SHIFT - 1);
    for (let scale = SHIFT; ; scale *= SHIFT) {
      if (at >= bytes.length) ended();
      byte = bytes[at++];
      value += (byte & (SHIFT - 1)) * scale;
      if (byte < SHIFT) return value % 2 ? -(value + 1) / 2 : value / 2;
    }
  };
  return {
    line() {
      const first = take();
      const units = new Array<number>(take());
      let value = 0;
      for (let index = 0; index < units.length; index += 1) units[index] = value += take();
      return { first, units };
    },
    pass() {
      take();
      let left = take();
      while (left > 0 && at < bytes.length) if (bytes[at++] < SHIFT) left -= 1;
      if (left > 0) ended();
    },
  };
}

/** The lines that `packLines` packed with the same keys. Throws a RangeError where the bytes end early. */
export function unpackLines(keys: readonly string[], bytes: Uint8Array): PeriodLines {
  const pack = openPack(bytes);
  return Object.fromEntries(keys.map((key) => [key, pack.line()]));
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
