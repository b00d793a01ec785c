import { createServer, connect, type Socket } from 'node:net';

/** How a wire behaves: as it should, without a word coming back, or without anything coming through. */
export type Fault = 'none' | 'drop-reply' | 'hole';

/** A wire to a server that can be broken. */
export type Wire = { url: string; set(fault: Fault): void; /** Replies that were kept back. */ dropped(): number; close(): Promise<void> };

/** Opens a wire to the port that `target` names at the moment. With `drop-reply` the server has done its work and the caller never hears of it. */
export async function openWire(target: () => number): Promise<Wire> {
  let fault: Fault = 'none';
  let dropped = 0;
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const far = connect(target(), '127.0.0.1');
    for (const socket of [caller, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        caller.destroy();
        far.destroy();
      });
    }
    caller.on('data', (bytes) => {
      if (fault !== 'hole') far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (fault === 'none') return void caller.write(bytes);
      if (fault === 'hole') return;
      dropped += 1;
      caller.destroy();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    set: (next) => void (fault = next),
    dropped: () => dropped,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
