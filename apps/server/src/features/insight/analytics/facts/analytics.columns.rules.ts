/** Numbers by place; NaN where there is none. */
export type Numbers = (place: number) => number;
type Kind = 'u8' | 'u16' | 'i32' | 'f64';
/** How a column lies in the bytes: numbers less `base`, 0 standing for none where some are; a column of one value has no bytes. */
type Place = { kind: Kind; base: number; gaps: boolean; at: number; count: number };

const ARRAYS = { u8: Uint8Array, u16: Uint16Array, i32: Int32Array, f64: Float64Array };
const MOST = { u8: 0xff, u16: 0xff_ff, i32: 0x7f_ff_ff_ff };
const ALIGNED = 8;

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
    close(): Buffer<ArrayBuffer> {
      const directory = Buffer.from(JSON.stringify(places));
      const head = Buffer.alloc(ALIGNED);
      head.writeUInt32LE(directory.length);
      const padding = Buffer.alloc((ALIGNED - (directory.length % ALIGNED)) % ALIGNED, ' ');
      return Buffer.concat([head, directory, padding, ...chunks]);
    },
  };
}

/** Columns of one `id` are equal. */
type NumberColumn = { id: string; count: number; at: Numbers };
export type Columns = {
  /** A column of numbers; null where it was not put. */
  numbers(name: string): NumberColumn | null;
  texts(name: string): string[];
};

/** Reads columns from their bytes. */
export function readColumns(bytes: Buffer<ArrayBuffer>): Columns {
  const length = bytes.readUInt32LE();
  const places = JSON.parse(bytes.toString('utf8', ALIGNED, ALIGNED + length)) as Record<string, Place>;
  const from = ALIGNED + length + ((ALIGNED - (length % ALIGNED)) % ALIGNED);
  // Typed arrays need their bytes aligned.
  const body = bytes.byteOffset % ALIGNED === 0 ? bytes : Uint8Array.from(bytes);
  return {
    numbers(name) {
      const place = places[name];
      if (!place) return null;
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
      const place = places[name];
      if (!place) return [];
      return JSON.parse(bytes.toString('utf8', from + place.at, from + place.at + place.count)) as string[];
    },
  };
}
