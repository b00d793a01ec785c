/** What the threads of a server hold after a collection, asked of its inspector, which a signal opens. */

import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Node } from '../nodes/cluster.ts';

type Answer = { id?: number; method?: string; params?: Record<string, unknown>; result?: Record<string, number> };
type Worker = { sessionId: string; workerInfo: { workerId: string; url: string } };

/** Threads of a server by their names, each with the megabytes of its heap and of what the heap refers to outside of it. */
export async function heapsOf({ pid, inspector }: Pick<Node, 'pid' | 'inspector'>): Promise<Map<string, number>> {
  process.kill(pid(), 'SIGUSR1');
  const socket = new WebSocket(await addressOf(inspector));
  await once(socket, 'open');
  const waiting = new Map<number, (result: Record<string, number>) => void>();
  const workers: Worker[] = [];
  const take = ({ id, method, params = {}, result = {} }: Answer): void => {
    if (method === 'NodeWorker.attachedToWorker') workers.push(params as Worker);
    else if (method === 'NodeWorker.receivedMessageFromWorker') take(JSON.parse(String(params['message'])) as Answer);
    else if (id !== undefined) waiting.get(id)?.(result);
  };
  socket.addEventListener('message', ({ data }) => take(JSON.parse(String(data)) as Answer));
  let last = 0;
  const ask = (method: string, params: object = {}, sessionId?: string): Promise<Record<string, number>> => {
    const id = (last += 1);
    const message = JSON.stringify({ id, method, params });
    const outer = { id: (last += 1), method: 'NodeWorker.sendMessageToWorker', params: { sessionId, message } };
    socket.send(sessionId === undefined ? message : JSON.stringify(outer));
    return new Promise((done) => waiting.set(id, done));
  };
  const held = async (sessionId?: string): Promise<number> => {
    await ask('HeapProfiler.collectGarbage', {}, sessionId);
    const { usedSize, backingStorageSize } = await ask('Runtime.getHeapUsage', {}, sessionId);
    return (usedSize + backingStorageSize) / 1024 ** 2;
  };
  try {
    await ask('NodeWorker.enable', { waitForDebuggerOnStart: false });
    const heaps = new Map([['main', await held()]]);
    for (const { sessionId, workerInfo } of workers) heaps.set(`${workerInfo.url} ${workerInfo.workerId}`, await held(sessionId));
    return heaps;
  } finally {
    socket.close();
  }
}

const TRIES = 50;

/** Where the inspector listens; the signal opens it after a while. */
async function addressOf(port: number): Promise<string> {
  for (let tried = 1; ; tried += 1)
    try {
      const [{ webSocketDebuggerUrl }] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
        webSocketDebuggerUrl: string;
      }[];
      return webSocketDebuggerUrl;
    } catch (error) {
      if (tried === TRIES) throw error;
      await setTimeout(100);
    }
}

/** By how many megabytes those threads hold more that were there before. */
export const growthOf = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number =>
  [...after].reduce((sum, [name, megabytes]) => sum + (before.has(name) ? megabytes - (before.get(name) ?? 0) : 0), 0);
