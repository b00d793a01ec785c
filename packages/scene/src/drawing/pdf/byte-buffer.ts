/** Bytes that are being written one after the other. */
export type ByteBuffer = {
  /** Characters up to 255, a byte each. */
  text(text: string): void;
  /** A number with at most two decimals. */
  number(value: number): void;
  /** Two bytes of a literal string (ISO 32000-1, 7.3.4.2). */
  pair(value: number): void;
  /** What was written since the last call. */
  take(): Uint8Array;
};

const INITIAL = 1 << 16;
const ZERO = 48;
/** Up to here the quick arithmetic of whole numbers holds. */
const MOST_WHOLE = 1e9;
const BACKSLASH = 92;
const RETURN = 13;
/** Brackets and the backslash mean something in a literal string, and a return is read as the end of a line. */
const escaped = (byte: number): boolean => byte === 40 || byte === 41 || byte === BACKSLASH || byte === RETURN;

/** Opens a buffer that grows and whose memory is used again. */
export function newByteBuffer(): ByteBuffer {
  let bytes = new Uint8Array(INITIAL);
  let length = 0;
  const room = (more: number): void => {
    if (length + more <= bytes.length) return;
    const wider = new Uint8Array(Math.max(bytes.length * 2, length + more));
    wider.set(bytes.subarray(0, length));
    bytes = wider;
  };
  const whole = (value: number): void => {
    if (value > MOST_WHOLE) {
      for (const digit of String(Math.trunc(value))) bytes[length++] = digit.charCodeAt(0);
      return;
    }
    let digits = 1;
    for (let rest = (value / 10) | 0; rest > 0; rest = (rest / 10) | 0) digits++;
    length += digits;
    let at = length;
    let rest = value | 0;
    do {
      const fewer = (rest / 10) | 0;
      bytes[--at] = ZERO + rest - fewer * 10;
      rest = fewer;
    } while (rest > 0);
  };
  const literal = (byte: number): void => {
    if (escaped(byte)) bytes[length++] = BACKSLASH;
    bytes[length++] = byte === RETURN ? 114 : byte;
  };
  return {
    text(text) {
      room(text.length);
      for (let at = 0; at < text.length; at++) bytes[length++] = text.charCodeAt(at);
    },
    number(value) {
      room(24);
      let hundredths = Math.round(value * 100);
      if (hundredths < 0) {
        bytes[length++] = 45;
        hundredths = -hundredths;
      }
      const units = Math.floor(hundredths / 100);
      whole(units);
      const part = hundredths - units * 100;
      if (part === 0) return;
      const tenths = (part / 10) | 0;
      bytes[length++] = 46;
      bytes[length++] = ZERO + tenths;
      if (part > tenths * 10) bytes[length++] = ZERO + part - tenths * 10;
    },
    pair(value) {
      room(4);
      literal(value >> 8);
      literal(value & 255);
    },
    take() {
      const taken = bytes.slice(0, length);
      length = 0;
      return taken;
    },
  };
}
