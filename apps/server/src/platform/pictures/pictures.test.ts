import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pngChunk, pngPicture } from '../../testing/samples/pictures.ts';
import { cleanPicture, PICTURE_SIDE } from './pictures.ts';

/** Six pixels by four, as Chromium's canvas wrote them, without colour profile. */
const SAMPLES = {
  jpeg: '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAEAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAH/xAAXEAEBAQEAAAAAAAAAAAAAAAABABFR/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgX/xAAXEQEAAwAAAAAAAAAAAAAAAAAAAQMy/9oADAMBAAIRAxEAPwCBiurvZJCEizT/2Q==',
  lossy: 'UklGRjYAAABXRUJQVlA4ICoAAABwAQCdASoGAAQAAsBMJagCdAAhQAD6763oVcC/urq+v/Br9VvL5btQAAA=',
  lossless: 'UklGRiIAAABXRUJQVlA4TBYAAAAvBcAAAA9wVd3PKP0Oe/4DD+MQ0f8w',
  clear:
    'UklGRmAAAABXRUJQVlA4WAoAAAAQAAAABQAAAwAAQUxQSAwAAAABDzCAERFiHCL6HwZWUDggLgAAALABAJ0BKgYABAACwEwlqAJ0R/+CngAA/u1NzdzVBaKf9r9vRyTHyB1jXIAAAAA=',
};
const sample = (name: keyof typeof SAMPLES): Buffer => Buffer.from(SAMPLES[name], 'base64');
const SCRIPT = Buffer.from('<script>alert(document.domain)</script>');
const mark = (bytes: Buffer | undefined) => bytes?.includes('script') ?? null;

describe('a picture that is one', () => {
  test.each([
    ['image/jpeg', sample('jpeg')],
    ['image/webp', sample('lossy')],
    ['image/webp', sample('lossless')],
    ['image/webp', sample('clear')],
  ])('stays what it is: %s', async (type, bytes) => {
    expect(await cleanPicture(bytes)).toEqual({ type, bytes, width: 6, height: 4 });
  });

  test('in PNG is packed anew, in every kind of pixel', async () => {
    const cleaned = await cleanPicture(pngPicture(7, 5, { chunks: [pngChunk('tEXt', SCRIPT), pngChunk('eXIf', SCRIPT)] }));
    expect(cleaned).toMatchObject({ type: 'image/png', width: 7, height: 5 });
    expect(mark(cleaned?.bytes)).toBe(false);
    expect(await cleanPicture(cleaned?.bytes ?? Buffer.alloc(0))).toEqual(cleaned);
    const of = (colour: number, depth: number, bytes: number, interlace: number, more: Buffer[] = []) => {
      const head = Buffer.from([0, 0, 0, 3, 0, 0, 0, 3, depth, colour, 0, 0, interlace]);
      return Buffer.concat([
        pngPicture(1, 1).subarray(0, 8),
        pngChunk('IHDR', head),
        ...more,
        pngChunk('IDAT', deflateSync(Buffer.alloc(bytes))),
        pngChunk('IEND', Buffer.alloc(0)),
      ]);
    };
    const palette = pngChunk('PLTE', Buffer.alloc(6));
    expect((await cleanPicture(of(0, 1, 6, 0)))?.width).toBe(3);
    expect((await cleanPicture(of(6, 16, 75, 0)))?.width).toBe(3);
    expect((await cleanPicture(of(3, 2, 6, 0, [palette])))?.width).toBe(3);
    expect(await cleanPicture(of(3, 2, 6, 0))).toBeNull();
    // Three by three interlaced: passes of 1, 1 by 2 (after 2 by 1), and so on, each line with its filter.
    expect((await cleanPicture(of(0, 8, 9 + 6, 1)))?.width).toBe(3);
    expect(await cleanPicture(of(2, 4, 9, 0))).toBeNull();
  });
});

test('a PNG is unpacked and packed beside the thread that asks', async () => {
  let turns = 0;
  setImmediate(() => (turns += 1));
  expect(await cleanPicture(pngPicture(7, 5))).not.toBeNull();
  expect(turns).toBe(1);
});

describe('what stands beside the picture goes', () => {
  test('behind its end: a page, an archive, a script', async () => {
    const behind = Buffer.concat([Buffer.from('PK\u0003\u0004'), SCRIPT]);
    for (const bytes of [pngPicture(3, 3, { behind }), Buffer.concat([sample('jpeg'), behind]), Buffer.concat([sample('lossy'), behind])]) {
      expect(mark(bytes)).toBe(true);
      expect(mark((await cleanPicture(bytes))?.bytes)).toBe(false);
    }
  });

  test('in comments and heads: words, the place where it was taken', async () => {
    const segment = (marker: number) => {
      const body = Buffer.concat([Buffer.from('Exif\0\0'), SCRIPT]);
      return Buffer.concat([Buffer.from([0xff, marker, 0, body.length + 2]), body]);
    };
    const jpeg = sample('jpeg');
    for (const marker of [0xe0, 0xe1, 0xed, 0xee, 0xfe]) {
      const cleaned = await cleanPicture(Buffer.concat([jpeg.subarray(0, 2), segment(marker), jpeg.subarray(2)]));
      expect(cleaned?.bytes).toEqual(jpeg);
    }
    const chunk = Buffer.concat([Buffer.from('EXIF'), Buffer.from([SCRIPT.length, 0, 0, 0]), SCRIPT, Buffer.alloc(SCRIPT.length % 2)]);
    const webp = Buffer.concat([sample('clear'), chunk]);
    webp.writeUInt32LE(webp.length - 8, 4);
    expect((await cleanPicture(webp))?.bytes).toEqual(sample('clear'));
  });
});

describe('a picture that is none', () => {
  test.each<[string, Buffer]>([
    ['a drawing that can hold scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a drawing behind a declaration', Buffer.from('<?xml version="1.0"?><svg onload="alert(1)"/>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['the first bytes of a PNG before a page', Buffer.concat([pngPicture(1, 1).subarray(0, 8), SCRIPT])],
    ['the first bytes of a JPEG before a page', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), SCRIPT])],
    ['the first bytes of a WebP before a page', Buffer.concat([Buffer.from('RIFF\xff\xff\0\0WEBP', 'latin1'), SCRIPT])],
    ['another kind of picture', Buffer.from('GIF89a\x01\0\x01\0')],
    ['nothing', Buffer.alloc(0)],
    ['a PNG without pixels', Buffer.concat([pngPicture(2, 2).subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))])],
    ['a PNG of other pixels than it says', pngPicture(4, 4, { states: { width: 4, height: 5 } })],
    ['a PNG with a wrong sum', Buffer.from(pngPicture(4, 4)).fill(1, 30, 31)],
    ['a PNG that is cut', pngPicture(4, 4).subarray(0, 50)],
    ['a PNG whose chunk is longer than the file', Buffer.concat([pngPicture(1, 1).subarray(0, 8), Buffer.from('7fffffff49484452', 'hex')])],
    ['a JPEG that is cut', sample('jpeg').subarray(0, 120)],
    ['a JPEG of nothing but its ends', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['a WebP whose chunk is longer than the file', sample('lossy').subarray(0, 40)],
    [
      'a moving WebP',
      Buffer.concat([sample('lossy').subarray(0, 12), Buffer.from('ANIM\x06\0\0\0\0\0\0\0\0\0', 'latin1'), sample('lossy').subarray(12)]),
    ],
  ])('is refused: %s', async (_what, bytes) => {
    expect(await cleanPicture(bytes)).toBeNull();
  });

  test('is refused: one that says it is a wall, before any of it is painted', async () => {
    const [wide, wall] = [PICTURE_SIDE + 1, 60_000];
    expect(await cleanPicture(pngPicture(wide, 1))).toBeNull();
    expect(await cleanPicture(pngPicture(1, wide))).toBeNull();
    expect(await cleanPicture(pngPicture(4, 4, { states: { width: wall, height: wall } }))).toBeNull();
    const jpeg = sample('jpeg');
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(wall, frame + 5);
    expect(await cleanPicture(jpeg)).toBeNull();
    const webp = sample('lossy');
    webp.writeUInt16LE(wall & 0x3fff, 26);
    expect(await cleanPicture(webp)).toBeNull();
  });

  test('is refused: one that unpacks to more than it says', async () => {
    const bomb = Buffer.concat([
      pngPicture(4, 4).subarray(0, 33),
      pngChunk('IDAT', deflateSync(Buffer.alloc(50 * 1024 * 1024))),
      pngChunk('IEND', Buffer.alloc(0)),
    ]);
    expect(bomb.length).toBeLessThan(60_000);
    expect(await cleanPicture(bomb)).toBeNull();
  });

  test('never breaks the reader, whatever is cut or changed in it', async () => {
    let largest = 0;
    for (const bytes of [pngPicture(6, 4), sample('jpeg'), sample('lossy'), sample('lossless'), sample('clear')]) {
      for (let at = 0; at < bytes.length; at += 1) {
        for (const value of [0, 0x7f, 0xff]) {
          const changed = Buffer.from(bytes);
          changed[at] = value;
          const found = [await cleanPicture(changed), await cleanPicture(bytes.subarray(0, at))];
          largest = Math.max(largest, ...found.flatMap((one) => (one ? [one.width, one.height] : [])));
        }
      }
    }
    expect(largest).toBeGreaterThan(0);
    expect(largest).toBeLessThanOrEqual(PICTURE_SIDE);
  });
});
