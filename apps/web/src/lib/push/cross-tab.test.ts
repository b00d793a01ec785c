import { expect, it } from 'vitest';
import { openTabChannel, reactionTo, type TabMessage } from './cross-tab.ts';

const working = { userId: 7, onGuestPage: false };
const guest = { userId: null, onGuestPage: true };
const auth = (userId: number): TabMessage => ({ type: 'auth', token: 't1', userId });

it('moves on only from a guest page', () => {
  expect(reactionTo(auth(7), guest)).toEqual({ do: 'enter-last-space' });
  expect(reactionTo(auth(7), working)).toEqual({ do: 'nothing' });
});

it('starts anew where another person has signed in', () => {
  expect(reactionTo(auth(8), working)).toEqual({ do: 'reload' });
});

it('leaves on logout and on idleness, and stays awake with the others', () => {
  expect(reactionTo({ type: 'logout' }, working)).toEqual({ do: 'leave', to: '/auth/login' });
  expect(reactionTo({ type: 'idleness' }, working)).toEqual({ do: 'leave', to: '/auth/idleness' });
  expect(reactionTo({ type: 'idleness-updated' }, working)).toEqual({ do: 'rearm' });
});

it('reaches the other tabs, not the one that sends, and passes over foreign messages', async () => {
  const [one, two] = [openTabChannel('test'), openTabChannel('test')];
  const foreign = new BroadcastChannel('test');
  const heard: string[] = [];
  one.listen((message) => heard.push(`one ${message.type}`));
  const done = new Promise<void>((resolve) =>
    two.listen((message) => {
      heard.push(`two ${message.type}`);
      if (message.type === 'logout') resolve();
    }),
  );
  foreign.postMessage({ type: 'something else' });
  foreign.postMessage(null);
  one.send({ type: 'idleness-updated' });
  one.send({ type: 'logout' });
  await done;
  expect(heard.filter((line) => line.startsWith('two'))).toEqual(['two idleness-updated', 'two logout']);
  expect(heard.filter((line) => line.startsWith('one'))).toEqual([]);
  for (const channel of [one, two, foreign]) channel.close();
});
