import { chromium, type Browser, type Page } from 'playwright-core';

/** Starts Chromium without a frame rate: frames follow each other as fast as they are done, so the time between two is what one takes. */
export function openUnclocked(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--disable-frame-rate-limit', '--disable-gpu-vsync', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
}

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
