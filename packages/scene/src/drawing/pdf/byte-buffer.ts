/** Bytes that are being written one after the other. */
export type ByteBuffer = {
  /** Characters up to 255, a byte each. */
  text(text: string): void;
  /** A number with at most two decimals. */
  number(value: number): void;
  /** Two bytes as four hexadecimal digits. */
  hex(value: number): void;
  /** What was written since the last call. */
  take(): Uint8Array;
};

const INITIAL = 1 << 16;
const ZERO = 48;
const DIGITS = Uint8Array.from('0123456789abcdef', (char) => char.charCodeAt(0));

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
    let digits = 1;
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits++;
    let at = length + digits;
    length = at;
    let rest = value;
    do {
      bytes[--at] = ZERO + (rest % 10);
      rest = Math.floor(rest / 10);
    } while (rest > 0);
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
      whole(Math.floor(hundredths / 100));
      const part = hundredths % 100;
      if (part === 0) return;
      bytes[length++] = 46;
      bytes[length++] = ZERO + Math.floor(part / 10);
      if (part % 10 > 0) bytes[length++] = ZERO + (part % 10);
    },
    hex(value) {
      room(4);
      bytes[length++] = DIGITS[(value >> 12) & 15];
      bytes[length++] = DIGITS[(value >> 8) & 15];
      bytes[length++] = DIGITS[(value >> 4) & 15];
      bytes[length++] = DIGITS[value & 15];
    },
    take() {
      const taken = bytes.slice(0, length);
      length = 0;
      return taken;
    },
  };
}
