import { WebSocket } from 'ws';

/** A page that has a version open, as far as its push channel goes. */
export type Page = {
  /** Resolves with the next calculation that is heard. */
  nextDates(): Promise<void>;
  /** The newest revision that was heard. */
  revision(): number;
  close(): void;
};

type Place = { spaceId: number; versionId: number };

/** Opens a push channel with a token and asks for a place, whether it is granted or not. */
export function openChannel(url: string, token: string, { spaceId, versionId }: Place): WebSocket {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/events/stream`, { headers: { authorization: `Bearer ${token}` } });
  socket.on('open', () => socket.send(JSON.stringify({ space_id: spaceId, version_id: versionId })));
  return socket;
}

/** Opens the push channel of a version with a token. */
export async function openPage(url: string, token: string, place: Place): Promise<Page> {
  const socket = openChannel(url, token, place);
  const waiting = new Set<() => void>();
  let newest = 0;
  const standing = new Promise<void>((done, fail) => {
    socket.on('error', fail);
    socket.on('close', (code, reason) => fail(new Error(`the server closed a page: ${code} ${reason.toString()}`)));
    socket.on('message', (raw: Buffer) => {
      const { event, data } = JSON.parse(raw.toString()) as { event: string; data: { revision: number; name: string } };
      if (event === 'subscribed') done();
      if (event !== 'version_edit') return;
      newest = Math.max(newest, data.revision);
      if (data.name !== 'timetable.auto') return;
      for (const resolve of waiting) resolve();
      waiting.clear();
    });
  });
  await standing;
  return {
    nextDates: () => new Promise((done) => waiting.add(done)),
    revision: () => newest,
    close: () => socket.close(),
  };
}
