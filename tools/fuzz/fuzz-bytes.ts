import { collectFindings, readZip, writeZip } from '@gantry/interchange';
import type { Random } from './fuzz-mutations.ts';

/** Bytes with some of them changed, taken out, doubled or cut off. */
export function mutatedBytes(bytes: Buffer, random: Random): Buffer {
  let copy = Buffer.from(bytes);
  for (let times = 1 + random(5); times > 0 && copy.length > 1; times -= 1) {
    const [at, length] = [random(copy.length), 1 + random(24)];
    switch (random(5)) {
      case 0:
      case 1:
        copy[at] = random(256);
        break;
      case 2:
        copy = Buffer.concat([copy.subarray(0, at), copy.subarray(at + length)]);
        break;
      case 3:
        copy = Buffer.concat([copy.subarray(0, at + length), copy.subarray(at)]);
        break;
      default:
        if (random(6) === 0) copy = copy.subarray(0, at);
    }
  }
  return copy;
}

/** Mutates an archive: one time in four its own bytes, otherwise one of its parts, which is then packed again. */
export async function mutatedArchive(bytes: Buffer, random: Random): Promise<Buffer> {
  if (random(4) === 0) return mutatedBytes(bytes, random);
  const parts = (await readZip(bytes, collectFindings())) ?? [];
  const at = random(parts.length);
  return writeZip(
    parts.map((part, index) => (index === at ? { name: part.name, bytes: mutatedBytes(Buffer.from(part.bytes), random) } : part)),
  );
}
