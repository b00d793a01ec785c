import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchIdleness } from './idleness.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

function start(minutes: number) {
  const target = new EventTarget();
  const onIdle = vi.fn();
  const onActivity = vi.fn();
  return { target, onIdle, onActivity, watcher: watchIdleness({ minutes, target, onIdle, onActivity }) };
}
const MINUTE = 60_000;

it('speaks once, after the minutes without activity', () => {
  const { onIdle } = start(30);
  vi.advanceTimersByTime(30 * MINUTE - 1);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onIdle).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(120 * MINUTE);
  expect(onIdle).toHaveBeenCalledTimes(1);
});

it.each(['mousemove', 'keydown', 'keyup'])('%s starts the time again', (event) => {
  const { target, onIdle } = start(30);
  vi.advanceTimersByTime(20 * MINUTE);
  target.dispatchEvent(new Event(event));
  vi.advanceTimersByTime(29 * MINUTE);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(MINUTE);
  expect(onIdle).toHaveBeenCalledTimes(1);
});

it('tells of activity at most once a second', () => {
  const { target, onActivity } = start(30);
  for (let i = 0; i < 25; i++) {
    target.dispatchEvent(new Event('mousemove'));
    vi.advanceTimersByTime(100);
  }
  expect(onActivity).toHaveBeenCalledTimes(3);
});

it('is rearmed by another tab without telling it back', () => {
  const { onIdle, onActivity, watcher } = start(30);
  vi.advanceTimersByTime(29 * MINUTE);
  watcher.rearm();
  vi.advanceTimersByTime(29 * MINUTE);
  expect(onIdle).not.toHaveBeenCalled();
  expect(onActivity).not.toHaveBeenCalled();
});

it('rests when stopped, and with 0 minutes', () => {
  const stopped = start(1);
  stopped.watcher.stop();
  const off = start(0);
  off.target.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(1000 * MINUTE);
  expect(stopped.onIdle).not.toHaveBeenCalled();
  expect(off.onIdle).not.toHaveBeenCalled();
  expect(off.onActivity).not.toHaveBeenCalled();
});
