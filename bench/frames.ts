import { chromium, type Browser, type Page } from 'playwright-core';

/** Starts Chromium as people have it: at 60 frames a second. */
export function openClocked(...args: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [...args, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
}

/**
 * Starts Chromium without a frame rate: frames follow each other as fast as they are done, so the time between two is what one takes. Only
 * for pages where nothing turns or blinks: the compositor repeats an animation without a pause, and takes a core away from the page.
 */
export const openUnclocked = (): Promise<Browser> => openClocked('--disable-frame-rate-limit', '--disable-gpu-vsync');

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
