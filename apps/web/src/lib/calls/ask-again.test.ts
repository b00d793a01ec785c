import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AGAIN_MS, askAgain } from './ask-again.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('thousands of announcements are few rounds of questions, and the last one is followed by a round', () => {
  const client = new QueryClient();
  const asked = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  const key = ['analytics'];
  const first = { version_id: 1 };
  for (let tile = 0; tile < 40; tile += 1) askAgain(client, key, first);
  expect(asked).toHaveBeenCalledTimes(1);
  // One event that many tiles hear asks for nothing more.
  vi.advanceTimersByTime(AGAIN_MS);
  expect(asked).toHaveBeenCalledTimes(1);
  for (let version = 0; version < 2000; version += 1) {
    askAgain(client, key, { version_id: version });
    vi.advanceTimersByTime(AGAIN_MS / 500);
  }
  vi.advanceTimersByTime(2 * AGAIN_MS);
  expect(asked.mock.calls.length).toBeGreaterThanOrEqual(4);
  expect(asked.mock.calls.length).toBeLessThanOrEqual(7);
  askAgain(client, ['space', 1, 'scoreboard'], first);
  expect(asked).toHaveBeenLastCalledWith({ queryKey: ['space', 1, 'scoreboard'] });
});
