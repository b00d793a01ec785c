/** Numbers by place; NaN where there is none. */
export type Numbers = (place: number) => number;
type Kind = (typeof KINDS)[number];
/** How a column lies in the bytes: numbers less `base`, 0 standing for none where some are; a column of one value has no bytes. */
type Place = { kind: Kind; base: number; gaps: boolean; at: number; count: number };

const KINDS = ['u8', 'u16', 'i32', 'f64'] as const;
const ARRAYS = { u8: Uint8Array, u16: Uint16Array, i32: Int32Array, f64: Float64Array };
const MOST = { u8: 0xff, u16: 0xff_ff, i32: 0x7f_ff_ff_ff };
const ALIGNED = 8;
const aligned = (length: number): number => Math.ceil(length / ALIGNED) * ALIGNED;
/** Bytes of a column in the directory: its base, where it begins, how many numbers it has, their kind and whether it has gaps. */
const [ENTRY, AT, COUNT, KIND, GAPS] = [24, 8, 12, 16, 17];

/** Puts columns by name one behind another, each in as few bytes as its numbers need, equal ones once. */
export function openColumns() {
  const places: Record<string, Place> = {};
  const chunks: Buffer[] = [];
  const known: { kind: Kind; bytes: Buffer; at: number }[] = [];
  let end = 0;
  const keep = (kind: Kind, bytes: Buffer): number => {
    const equal = known.find((one) => one.kind === kind && one.bytes.equals(bytes));
    if (equal) return equal.at;
    const at = end;
    const padding = (ALIGNED - (bytes.length % ALIGNED)) % ALIGNED;
    chunks.push(bytes, Buffer.alloc(padding));
    end += bytes.length + padding;
    known.push({ kind, bytes, at });
    return at;
  };
  return {
    numbers(name: string, values: ArrayLike<number>): void {
      let [least, most, gaps, whole] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, false, true];
      for (let index = 0; index < values.length; index += 1) {
        const value = values[index];
        if (Number.isNaN(value)) gaps = true;
        else {
          least = Math.min(least, value);
          most = Math.max(most, value);
          whole &&= Number.isSafeInteger(value);
        }
      }
      const step = gaps ? 1 : 0;
      const span = most < least ? 0 : most - least + step;
      const kind = whole ? ((['u8', 'u16', 'i32'] as const).find((one) => span <= MOST[one]) ?? 'f64') : 'f64';
      const base = kind === 'f64' ? 0 : most < least ? 0 : least - step;
      const count = values.length;
      if (whole && kind === 'u8' && span === 0) {
        places[name] = { kind, base, gaps, at: -1, count };
        return;
      }
      const array = new ARRAYS[kind](count);
      for (let index = 0; index < count; index += 1)
        array[index] = kind === 'f64' ? values[index] : Number.isNaN(values[index]) ? 0 : values[index] - base;
      places[name] = { kind, base, gaps, at: keep(kind, Buffer.from(array.buffer)), count };
    },
    texts(name: string, texts: readonly string[]): void {
      const bytes = Buffer.from(JSON.stringify(texts));
      places[name] = { kind: 'u8', base: 0, gaps: false, at: keep('u8', bytes), count: bytes.length };
    },
    /** The length of the names, the names, a directory of the columns, and their bytes. */
    close(): Buffer<ArrayBuffer> {
      const names = Buffer.from(JSON.stringify(Object.keys(places)));
      const head = Buffer.alloc(ALIGNED + aligned(names.length));
      head.writeUInt32LE(names.length);
      names.copy(head, ALIGNED);
      const directory = Buffer.alloc(Object.keys(places).length * ENTRY);
      for (const [index, { kind, base, gaps, at, count }] of Object.values(places).entries()) {
        directory.writeDoubleLE(base, index * ENTRY);
        directory.writeInt32LE(at, index * ENTRY + AT);
        directory.writeUInt32LE(count, index * ENTRY + COUNT);
        directory.writeUInt8(KINDS.indexOf(kind), index * ENTRY + KIND);
        directory.writeUInt8(gaps ? 1 : 0, index * ENTRY + GAPS);
      }
      return Buffer.concat([head, directory, ...chunks]);
    },
  };
}

/** Columns of one `id` are equal. */
type NumberColumn = { id: string; count: number; at: Numbers };
export type Columns = {
  /** A column of numbers; null where it was not put. */
  numbers(name: string): NumberColumn | null;
  texts(name: string): string[];
  names(): Iterable<string>;
};

/** A column that always stands there. Throws a RangeError where it does not. */
export function column(columns: Columns, name: string): NumberColumn {
  const found = columns.numbers(name);
  if (!found) throw new RangeError(`packed rows have no ${name}`);
  return found;
}

/** Reads columns from their bytes, and from others those that stand there alone: those are opened when they are asked for. */
export function readColumns(bytes: Buffer<ArrayBuffer>, others: () => Columns | null = () => null): Columns {
  // Typed arrays need their bytes aligned.
  const body = bytes.byteOffset % ALIGNED === 0 ? bytes : Buffer.from(Uint8Array.from(bytes).buffer);
  const length = body.readUInt32LE();
  const indexOf = indexesOf(body.toString('latin1', ALIGNED, ALIGNED + length));
  const directory = ALIGNED + aligned(length);
  const from = directory + indexOf.size * ENTRY;
  const placeOf = (name: string): Place | null => {
    const index = indexOf.get(name);
    if (index === undefined) return null;
    const entry = directory + index * ENTRY;
    return {
      base: body.readDoubleLE(entry),
      at: body.readInt32LE(entry + AT),
      count: body.readUInt32LE(entry + COUNT),
      kind: KINDS[body[entry + KIND]],
      gaps: body[entry + GAPS] === 1,
    };
  };
  return {
    numbers(name) {
      const place = placeOf(name);
      if (!place) return others()?.numbers(name) ?? null;
      const { kind, base, gaps, at, count } = place;
      const id = `${kind} ${base} ${gaps} ${at} ${count}`;
      if (at < 0) {
        const value = gaps ? Number.NaN : base;
        return { id, count, at: () => value };
      }
      const array = new ARRAYS[kind](body.buffer, body.byteOffset + from + at, count);
      if (kind === 'f64') return { id, count, at: (index) => array[index] };
      return { id, count, at: gaps ? (index) => (array[index] === 0 ? Number.NaN : array[index] + base) : (index) => array[index] + base };
    },
    texts(name) {
      const place = placeOf(name);
      if (!place) return others()?.texts(name) ?? [];
      return JSON.parse(body.toString('utf8', from + place.at, from + place.at + place.count)) as string[];
    },
    names: () => indexOf.keys(),
  };
}

/** Most packs have the names of the one before: those of a few are kept. */
const known = new Map<string, ReadonlyMap<string, number>>();
const MOST_KNOWN = 8;
function indexesOf(names: string): ReadonlyMap<string, number> {
  let found = known.get(names);
  if (!found) {
    if (known.size >= MOST_KNOWN) known.clear();
    found = new Map((JSON.parse(names) as string[]).map((name, index) => [name, index]));
    known.set(names, found);
  }
  return found;
}
