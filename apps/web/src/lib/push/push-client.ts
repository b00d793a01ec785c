import { api, type EventData, isEventName, type PushMessage, type PushRequest } from '@gantry/contract';
import { LIMITS } from '@gantry/domain';

/** Where the push channel stands: `lost` counts the tries made so far and the seconds to the next one. */
export type PushStatus =
  | { state: 'off' }
  | { state: 'connecting' }
  | { state: 'open' }
  | { state: 'lost'; tries: number; seconds: number }
  | { state: 'given-up' };

/** The part of WebSocket used here; tests pass their own. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'onopen' | 'onclose' | 'onmessage'>;

/** What a page hears: the events of the contract, and one of its own when messages were missed: the channel was lost, here or behind the server. */
export type PageEvents = EventData & { reconnected: Record<string, never> };
export type PageEvent = keyof PageEvents;

/** A subscriber; the client keeps it under the event whose data it takes. */
type Listener = { hear(data: PageEvents[PageEvent]): void };

export type PushClient = {
  /** Connects, or tells the open channel where the page stands now. */
  attend: (request: PushRequest) => void;
  /** Ends the connection; nothing is retried. */
  stop: () => void;
  /** Tries at once instead of waiting. */
  retry: () => void;
  on: <N extends PageEvent>(event: N, listener: (data: PageEvents[N]) => void) => () => void;
  onStatus: (listener: () => void) => () => void;
  status: () => PushStatus;
};

const OPEN = 1;
/** How the server closes the channel of somebody who is not signed in, or no more. */
const NOT_SIGNED_IN = 4401;

/** Pages that were cut off together come back, and load what they missed, spread over so long. */
const SPREAD_MS = 3000;

/** The push channel: one WebSocket a page, opened again every few seconds when it breaks, until the tries are used up. */
export function createPushClient(
  open: () => Socket = openSocket,
  probe: () => void = () => {},
  random: () => number = Math.random,
): PushClient {
  const listeners = new Map<PageEvent, Set<Listener>>();
  const statusListeners = new Set<() => void>();
  let status: PushStatus = { state: 'off' };
  let request: PushRequest | null = null;
  let socket: Socket | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let tries = 0;

  const become = (next: PushStatus): void => {
    status = next;
    for (const listener of statusListeners) listener();
  };
  const emit = (event: PageEvent, data: PageEvents[PageEvent]): void => {
    for (const listener of listeners.get(event) ?? []) listener.hear(data);
  };
  const connect = (): void => {
    clearInterval(timer);
    const mine = open();
    socket = mine;
    // What was missed is loaded once the server tells of what comes: between the two nothing is lost.
    let owes = false;
    mine.onopen = () => {
      owes = tries > 0;
      tries = 0;
      if (request) mine.send(JSON.stringify(request));
      become({ state: 'open' });
    };
    mine.onmessage = (event: MessageEvent) => {
      const message = readMessage(event.data);
      if (message?.event === 'resync') resync();
      else if (message) emit(message.event, message.data);
      if (!owes || message?.event !== 'subscribed') return;
      owes = false;
      emit('reconnected', {});
    };
    mine.onclose = (event: CloseEvent) => {
      if (socket === mine) lose(event.code === NOT_SIGNED_IN);
    };
  };
  let later: ReturnType<typeof setTimeout> | undefined;
  const resync = (): void => {
    clearTimeout(later);
    later = setTimeout(() => emit('reconnected', {}), random() * SPREAD_MS);
  };
  const lose = (ended: boolean): void => {
    socket = null;
    if (tries > 0 || ended) probe();
    if (tries >= LIMITS.reconnectTries) return become({ state: 'given-up' });
    tries += 1;
    let seconds: number = LIMITS.reconnectSeconds;
    become({ state: 'lost', tries, seconds });
    clearInterval(timer);
    timer = setInterval(() => {
      seconds -= 1;
      if (seconds > 0) become({ state: 'lost', tries, seconds });
      else {
        clearInterval(timer);
        timer = setTimeout(connect, random() * SPREAD_MS);
      }
    }, 1000);
  };

  return {
    attend(next) {
      const same =
        request && request.space_id === next.space_id && request.version_id === next.version_id && request.row_id === next.row_id;
      request = next;
      if (status.state === 'off' || status.state === 'given-up') {
        tries = 0;
        become({ state: 'connecting' });
        connect();
      } else if (!same && socket?.readyState === OPEN) socket.send(JSON.stringify(next));
    },
    stop() {
      clearInterval(timer);
      clearTimeout(later);
      const old = socket;
      socket = null;
      request = null;
      tries = 0;
      old?.close();
      become({ state: 'off' });
    },
    retry() {
      if (status.state === 'lost') connect();
    },
    on(event, listener) {
      const entry: Listener = { hear: listener };
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(entry));
      return () => void set.delete(entry);
    },
    onStatus(listener) {
      statusListeners.add(listener);
      return () => void statusListeners.delete(listener);
    },
    status: () => status,
  };
}

function openSocket(): Socket {
  const { protocol, host } = globalThis.location;
  return new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${api.push.stream.path}`);
}

/** Unknown event names are no error; what is not a message of ours is ignored. */
function readMessage(text: unknown): PushMessage | null {
  try {
    const message: PushMessage | null = JSON.parse(String(text));
    return message && isEventName(message.event) ? message : null;
  } catch {
    return null;
  }
}
