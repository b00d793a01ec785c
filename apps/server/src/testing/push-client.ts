import { EVENTS, isEventName, type PushMessage } from '@gantry/contract';
import assert from 'node:assert/strict';
import { WebSocket } from 'ws';

/** A page that listens on the push channel and keeps all that it hears. */
export type PushClient = {
  messages: PushMessage[];
  /** Resolves with the first message, heard already or to come, that fits. */
  heard(event: string, fits?: (data: Record<string, any>) => boolean): Promise<Record<string, any>>;
  /** Subscribes to a space and a version, and waits for the server's confirmation. */
  stand(spaceId: number | null, versionId?: number | null): Promise<{ space_id: number | null; version_id: number | null }>;
  /** Sends text as it is. */
  send(text: string): void;
  /** Resolves with the code that the server closed with. */
  closed: Promise<number>;
  close(): Promise<void>;
};

const PATIENCE_MS = 15_000;

/** A message as the contract declares it: an event that it does not know, or data that it does not describe, is a defect. */
function readMessage(text: string): PushMessage {
  const { event, data }: { event: string; data: unknown } = JSON.parse(text);
  assert(isEventName(event), `the contract knows no event ${event}`);
  const parsed = EVENTS[event].data.safeParse(data);
  assert(parsed.success, `${event} is not what the contract declares: ${text.slice(0, 300)}`);
  assert.deepEqual(data, parsed.data, `${event} says more than the contract declares`);
  return { event, data: parsed.data };
}

/** Opens the push channel with the headers of a session. */
export async function openPushClient(base: string, headers: Record<string, string>): Promise<PushClient> {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/api/v1/events/stream`, { headers });
  const messages: PushMessage[] = [];
  const checks = new Set<() => void>();
  socket.on('message', (raw: Buffer) => {
    messages.push(readMessage(raw.toString('utf8')));
    for (const check of checks) check();
  });
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)));
  socket.on('error', () => undefined);
  await Promise.race([new Promise<void>((resolve) => socket.on('open', () => resolve())), closed]);

  function heardFrom(start: number, event: string, fits: (data: Record<string, any>) => boolean): Promise<Record<string, any>> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        checks.delete(check);
        reject(new Error(`did not hear ${event}; heard ${messages.map((message) => message.event).join(', ')}`));
      }, PATIENCE_MS);
      const check = () => {
        const found = messages.slice(start).find((message) => message.event === event && fits(message.data));
        if (!found) return;
        clearTimeout(late);
        checks.delete(check);
        resolve(found.data);
      };
      checks.add(check);
      check();
    });
  }

  return {
    messages,
    closed,
    heard: (event, fits = () => true) => heardFrom(0, event, fits),
    send: (text) => socket.send(text),
    async stand(spaceId, versionId = null) {
      const start = messages.length;
      socket.send(JSON.stringify({ space_id: spaceId, version_id: versionId }));
      return (await heardFrom(start, 'subscribed', () => true)) as { space_id: number | null; version_id: number | null };
    },
    async close() {
      socket.close();
      await closed;
    },
  };
}
