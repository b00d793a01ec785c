import { LIMITS } from '@gantry/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPushClient, type Socket } from './push-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type FakeSocket = Socket & { sent: string[]; accept(): void; drop(code?: number): void; report(message: unknown): void };

function world(random = () => 0) {
  const sockets: FakeSocket[] = [];
  const probe = vi.fn();
  const client = createPushClient(
    () => {
      const socket = {
        sent: [] as string[],
        readyState: 0,
        onopen: null,
        onclose: null,
        onmessage: null,
        send: (text: string) => void socket.sent.push(text),
        close: () => socket.drop(),
        accept() {
          socket.readyState = 1;
          socket.onopen?.({} as Event);
        },
        drop(code?: number) {
          socket.readyState = 3;
          socket.onclose?.({ code } as CloseEvent);
        },
        report: (message: unknown) =>
          socket.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) } as MessageEvent),
      } as unknown as FakeSocket & {
        onopen: ((event: Event) => void) | null;
        onclose: ((event: CloseEvent) => void) | null;
        onmessage: ((event: MessageEvent) => void) | null;
        readyState: number;
      };
      sockets.push(socket);
      return socket;
    },
    probe,
    random,
  );
  return { client, sockets, probe, last: () => sockets[sockets.length - 1] };
}
const here = { space_id: 1, version_id: null };

it('says where the page stands once open, and again only when that changes', () => {
  const { client, last } = world();
  client.attend(here);
  expect(last().sent).toEqual([]);
  last().accept();
  client.attend(here);
  client.attend({ space_id: 1, version_id: 5 });
  expect(last().sent.map((text) => JSON.parse(text))).toEqual([here, { space_id: 1, version_id: 5 }]);
});

it('hands events to those who listen; unknown and broken messages are passed over', () => {
  const { client, last } = world();
  const heard = vi.fn();
  const stop = client.on('eps_updated', heard);
  client.attend(here);
  last().accept();
  last().report({ event: 'eps_updated', data: { eps_id: 3 } });
  last().report({ event: 'others', data: {} });
  last().report('not json');
  last().report('null');
  expect(heard.mock.calls).toEqual([[{ eps_id: 3 }]]);
  stop();
  last().report({ event: 'eps_updated', data: {} });
  expect(heard).toHaveBeenCalledTimes(1);
});

it('tries again every five seconds, counts the tries and the seconds, and gives up after twelve', () => {
  const { client, sockets, probe, last } = world();
  client.attend(here);
  last().accept();
  last().drop();
  expect(client.status()).toEqual({ state: 'lost', tries: 1, seconds: 5 });
  vi.advanceTimersByTime(2000);
  expect(client.status()).toEqual({ state: 'lost', tries: 1, seconds: 3 });
  for (let i = 0; i < LIMITS.reconnectTries; i++) {
    vi.advanceTimersByTime(5001);
    last().drop();
  }
  expect(client.status()).toEqual({ state: 'given-up' });
  expect(sockets).toHaveLength(1 + LIMITS.reconnectTries);
  expect(probe).toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1 + LIMITS.reconnectTries);
});

it('tells when it is back, so that what was missed is loaded', () => {
  const { client, last } = world();
  const back = vi.fn();
  client.on('reconnected', back);
  client.attend(here);
  last().accept();
  last().report({ event: 'subscribed', data: here });
  expect(back).not.toHaveBeenCalled();
  last().drop();
  client.retry();
  last().accept();
  // What comes between its answer and the subscription would be lost.
  expect(back).not.toHaveBeenCalled();
  last().report({ event: 'subscribed', data: here });
  last().report({ event: 'subscribed', data: here });
  expect(back).toHaveBeenCalledTimes(1);
  expect(client.status()).toEqual({ state: 'open' });
  expect(JSON.parse(last().sent[0])).toEqual(here);
});

it('stays quiet once stopped', () => {
  const { client, sockets, last } = world();
  client.attend(here);
  last().accept();
  client.stop();
  vi.advanceTimersByTime(60_000);
  expect(client.status()).toEqual({ state: 'off' });
  expect(sockets).toHaveLength(1);
});

it('asks at once who is signed in where the server says that the session has ended, and not at every break', () => {
  const { client, probe, last } = world();
  client.attend(here);
  last().accept();
  last().drop(1006);
  expect(probe).not.toHaveBeenCalled();
  client.retry();
  last().accept();
  last().drop(4401);
  expect(probe).toHaveBeenCalledTimes(1);
});

it('loads again what it shows where the server may have lost messages, each page at a moment of its own', () => {
  const { client, last } = world(() => 0.5);
  const back = vi.fn();
  client.on('reconnected', back);
  client.attend(here);
  last().accept();
  last().report({ event: 'resync', data: {} });
  last().report({ event: 'resync', data: {} });
  vi.advanceTimersByTime(1400);
  expect(back).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(back).toHaveBeenCalledTimes(1);
  expect(client.status()).toEqual({ state: 'open' });
});

it('comes back a moment later than the others', () => {
  const { client, sockets, last } = world(() => 0.5);
  client.attend(here);
  last().accept();
  last().drop();
  vi.advanceTimersByTime(6400);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(200);
  expect(sockets).toHaveLength(2);
});
