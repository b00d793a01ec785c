import { zipSync } from 'three/examples/jsm/libs/fflate.module.js';

/** The most pictures of a film: all of them are held until their file is made. */
const MOST_FRAMES = 600;

/** Pictures of a play, taken one by one, as files in a zip. */
export type Frames = {
  /** Takes what is shown, when all of it is drawn. */
  take(name: string): Promise<void>;
  isFull(): boolean;
  stop(): Promise<Blob>;
};

/** Takes pictures of a canvas; each is drawn before. */
export function framesOf(canvas: Pick<HTMLCanvasElement, 'toBlob'>, draw: () => Promise<void>): Frames {
  const files: Record<string, Uint8Array> = {};
  let count = 0;
  return {
    async take(name) {
      if (count >= MOST_FRAMES) return;
      await draw();
      const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
      if (!picture) return;
      count++;
      files[`${String(count).padStart(4, '0')} ${name}.png`] = new Uint8Array(await picture.arrayBuffer());
    },
    isFull: () => count >= MOST_FRAMES,
    // Pictures are packed already.
    stop: () => Promise.resolve(new Blob([new Uint8Array(zipSync(files, { level: 0 }))], { type: 'application/zip' })),
  };
}
