import type { Page } from 'playwright-core';

/** Milliseconds of each frame while something goes on. */
export async function framesOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const step = (now: number): void => {
      frames.push(now - last);
      last = now;
      Object.assign(window, { next: requestAnimationFrame(step) });
    };
    Object.assign(window, { frames, next: requestAnimationFrame(step) });
  });
  await act();
  return page.evaluate(() => {
    const { frames, next } = window as unknown as { frames: number[]; next: number };
    cancelAnimationFrame(next);
    return frames;
  });
}
