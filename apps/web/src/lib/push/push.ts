import { api } from '@gantry/contract';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { call } from '../calls/api-client.ts';
import { createPushClient, type PageEvent, type PageEvents, type PushStatus } from './push-client.ts';

/** The push channel of this page. While it is down it asks who is signed in, so that an ended session leads to the login page. */
export const push = createPushClient(undefined, () => void call(api.users.whoAmI, {}, { quiet: true }).catch(() => {}));

/** Runs `listener` on each event of this name while the component is shown. */
export function usePush<N extends PageEvent>(event: N, listener: (data: PageEvents[N]) => void): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => push.on(event, (data) => latest.current(data)), [event]);
}

/** Where the channel stands, for the overlay and the status line. */
export const usePushStatus = (): PushStatus => useSyncExternalStore(push.onStatus, push.status);
