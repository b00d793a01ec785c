import { CHANNEL_NAME } from '../storage/client-storage.ts';

/** What tabs of one browser tell each other. */
export type TabMessage =
  | { type: 'auth'; token: string; userId: number }
  | { type: 'logout' }
  | { type: 'idleness' }
  | { type: 'idleness-updated' };

/** The channel between tabs: a message reaches every other tab, never the one that sends it. */
export type TabChannel = {
  send: (message: TabMessage) => void;
  listen: (listener: (message: TabMessage) => void) => () => void;
  close: () => void;
};

const TYPES: readonly string[] = ['auth', 'logout', 'idleness', 'idleness-updated'];

export function openTabChannel(name = CHANNEL_NAME): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    send: (message) => channel.postMessage(message),
    listen(listener) {
      const receive = (event: MessageEvent): void => {
        const message = event.data as TabMessage | null;
        if (message && TYPES.includes(message.type)) listener(message);
      };
      channel.addEventListener('message', receive as EventListener);
      return () => channel.removeEventListener('message', receive as EventListener);
    },
    close: () => channel.close(),
  };
}

/** What a tab does on a message of another one. */
export type TabReaction =
  | { do: 'nothing' }
  | { do: 'enter-last-space' }
  | { do: 'reload' }
  | { do: 'leave'; to: '/auth/login' | '/auth/idleness' }
  | { do: 'rearm' };

/** What this tab is when a message comes. */
export type TabState = { userId: number | null; onGuestPage: boolean };

/**
 * Decides the reaction. Only a tab that stands on a guest page moves on when somebody signs in elsewhere; a working tab stays, unless
 * another person has signed in, whose data it must not mix with. What local storage holds does not decide: browsers bring it to other
 * tabs before or after the message.
 */
export function reactionTo(message: TabMessage, tab: TabState): TabReaction {
  switch (message.type) {
    case 'auth':
      if (tab.onGuestPage) return { do: 'enter-last-space' };
      return tab.userId !== null && tab.userId !== message.userId ? { do: 'reload' } : { do: 'nothing' };
    case 'logout':
      return { do: 'leave', to: '/auth/login' };
    case 'idleness':
      return { do: 'leave', to: '/auth/idleness' };
    case 'idleness-updated':
      return { do: 'rearm' };
  }
}
