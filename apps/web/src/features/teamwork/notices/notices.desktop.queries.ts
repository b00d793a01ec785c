import { api } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { readDesktop, saveDesktop } from '../../../lib/storage/client-storage.ts';

/** How this browser stands to notices on its desktop; `refused`: the person or the browser forbids them to this site. */
export type DesktopState = 'unsupported' | 'refused' | 'off' | 'on';

const WORKER = '/notices-worker.js';
const keyOf = (spaceId: number) => ['space', spaceId, 'notices-on-desktop'];

function stateOf(spaceId: number): DesktopState {
  if (!('Notification' in globalThis)) return 'unsupported';
  if (Notification.permission === 'denied') return 'refused';
  return Notification.permission === 'granted' && readDesktop(spaceId) ? 'on' : 'off';
}

/** Whether this browser shows notices of a space on its desktop. */
export const useDesktopState = (spaceId: number): DesktopState =>
  useQuery({ queryKey: keyOf(spaceId), queryFn: () => stateOf(spaceId), initialData: () => stateOf(spaceId) }).data;

/**
 * Switches the desktop of this browser on or off for a space. With the key of an installation that calls push services, notices come
 * while no page is open too.
 */
export function useSwitchDesktop(spaceId: number, webPush: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (on: boolean) => {
      if (on && (await Notification.requestPermission()) !== 'granted') return;
      const worker = await workerFor(webPush);
      if (on && worker && webPush) await call(api.notices.addDevice, { body: deviceOf(await subscribe(worker, webPush)) }, { spaceId });
      const subscription = on ? null : await worker?.pushManager.getSubscription();
      // The browser stays known to the push service: another space may use it.
      if (subscription) await call(api.notices.removeDevice, { body: { endpoint: subscription.endpoint } }, { spaceId });
      saveDesktop(spaceId, on);
    },
    onSettled: () => client.setQueryData(keyOf(spaceId), stateOf(spaceId)),
  });
}

const workerFor = async (webPush: string | null): Promise<ServiceWorkerRegistration | null> =>
  webPush === null || !('serviceWorker' in navigator)
    ? null
    : navigator.serviceWorker.register(WORKER).then(() => navigator.serviceWorker.ready);

/** The browser's place at its push service; one that was made for another key is given up first. */
async function subscribe({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  return pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
}

function deviceOf(subscription: PushSubscription) {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  return { endpoint: subscription.endpoint, keys: { p256dh, auth } };
}

/** Shows a notice on the desktop while the page is out of sight, where this browser does so; `go` opens what it is about. */
export function showOnDesktop(spaceId: number, { id, text }: { id: number; text: string }, go: () => void): void {
  if (document.visibilityState === 'visible' || stateOf(spaceId) !== 'on') return;
  const options = { body: text, tag: `notice-${id}`, data: { url: `/${spaceId}?notice=${id}` } };
  try {
    new Notification('Gantry', options).addEventListener('click', () => {
      window.focus();
      go();
    });
  } catch {
    // Phones show what a worker asks for alone.
    void navigator.serviceWorker.getRegistration().then((worker) => worker?.showNotification('Gantry', options));
  }
}
