import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from './query-client.ts';

const KEY = ['estimate'];
afterEach(() => queryClient.clear());

/** A server whose answers are held until they are let go. */
function heldServer() {
  const held: (() => void)[] = [];
  let stored = 'reading';
  return {
    store: (value: string) => void (stored = value),
    answer: () =>
      new Promise<string>((resolve) => {
        const read = stored;
        held.push(() => resolve(read));
      }),
    async letGo(): Promise<void> {
      while (!held.length) await new Promise((resolve) => setTimeout(resolve));
      for (const one of held.splice(0)) one();
    },
  };
}

test('what changes while the first answer is under way is asked for again', async () => {
  const server = heldServer();
  const observer = new QueryObserver(queryClient, { queryKey: KEY, queryFn: server.answer });
  const end = observer.subscribe(() => undefined);
  server.store('ready');
  const invalidated = queryClient.invalidateQueries({ queryKey: KEY });
  await server.letGo();
  await server.letGo();
  await invalidated;
  expect(observer.getCurrentResult().data).toBe('ready');
  end();
});

test('what nobody shows is asked for again by whoever shows it next', async () => {
  const server = heldServer();
  const query = { queryKey: KEY, queryFn: server.answer };
  const early = queryClient.fetchQuery(query);
  server.store('ready');
  const invalidated = queryClient.invalidateQueries({ queryKey: KEY });
  await server.letGo();
  expect(await early).toBe('reading');
  await invalidated;
  expect(queryClient.getQueryState(KEY)?.isInvalidated).toBe(true);
});

test('a query that has its answer is asked once more, and others not at all', async () => {
  let asked = 0;
  const counting = (key: string) => new QueryObserver(queryClient, { queryKey: [key], queryFn: () => Promise.resolve((asked += 1)) });
  const ends = ['estimate', 'act'].map((key) => counting(key).subscribe(() => undefined));
  await expect.poll(() => asked).toBe(2);
  await queryClient.invalidateQueries({ queryKey: KEY });
  expect(asked).toBe(3);
  for (const end of ends) end();
});
