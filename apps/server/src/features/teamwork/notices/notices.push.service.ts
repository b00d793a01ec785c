import { type Language, type NoticeKind, wallClockAt } from '@gantry/domain';
import { z } from 'zod';
import type { Context, Services } from '../../../platform/context.ts';
import { EgressRefused, type SafeFetch } from '../../../platform/egress/egress.ts';
import { fail } from '../../../platform/fail.ts';
import { type JobKind, TryLater } from '../../../platform/jobs/jobs.ts';
import { describeError } from '../../../platform/log.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { secretOfInstallation } from '../../access/auth/auth.service.ts';
import { textsOf } from '../../access/localization/localization.service.ts';
import { secretsOf } from '../../access/users/users.profile.service.ts';
import { isQuiet } from './notices.letters.rules.ts';
import { deleteDevice, findDevice, type Listener, listListeners, saveDevice } from './notices.push.repository.ts';
import { listNoticesOf, type Mine } from './notices.repository.ts';

const PUSH = 'notice_push';
const MOST_DEVICES = 10;
/** How long the service of a browser keeps what the browser has not fetched. */
const KEPT_SECONDS = 24 * 3600;
const PAUSES = [30, 120, 600];
const GONE = [404, 410];
const HOUR_MS = 3_600_000;

const keyOf = ({ spaceId, userId }: Context): Mine => ({ spaceId, userId });

/** The keys that show push services who we are; made once for the installation. */
async function vapidKeys(services: Pick<Services, 'database'>): Promise<{ publicKey: string; privateKey: string }> {
  const { generateVAPIDKeys } = (await import('web-push')).default;
  const kept = await secretOfInstallation(services, 'vapid_keys', () => JSON.stringify(generateVAPIDKeys()));
  return JSON.parse(kept) as { publicKey: string; privateKey: string };
}

/** The key that browsers ask for; null where the installation calls no push services. */
export const publicKeyOf = async (services: Pick<Services, 'database' | 'webPush'>): Promise<string | null> =>
  services.webPush ? (await vapidKeys(services)).publicKey : null;

/** Keeps the browser of the caller's session, so that notices reach it while no page is open. */
export async function addDevice(context: Context, device: { endpoint: string; keys: { p256dh: string; auth: string } }): Promise<void> {
  const { sessionId } = context;
  if (!context.webPush) fail('notice.no_web_push');
  if (sessionId === null) fail('auth.own_session_only');
  const { endpoint, keys } = device;
  await context.write((tx) => saveDevice(tx, keyOf(context), { endpoint, ...keys, session_id: sessionId }, MOST_DEVICES));
}

export const removeDevice = (context: Context, endpoint: string): Promise<void> =>
  context.write((tx) => deleteDevice(tx, keyOf(context), { endpoint }));

/** The end of the quiet time that a moment is in; null where it is in none. */
function endOfQuiet({ zone, quiet_from: from, quiet_to: to }: Listener, now: Date): Date | null {
  if (from === null || to === null) return null;
  const hour = Math.ceil((now.getTime() + 1) / HOUR_MS) * HOUR_MS;
  if (!isQuiet(wallClockAt(now, zone).hour, { from, to })) return null;
  for (let ahead = 0; ahead < 24; ahead += 1) {
    const at = new Date(hour + ahead * HOUR_MS);
    if (!isQuiet(wallClockAt(at, zone).hour, { from, to })) return at;
  }
  return null;
}

type Sender = Pick<Services, 'jobs' | 'now' | 'webPush'>;

/** Queues what tells browsers of new notices, with the transaction that makes them. */
export async function queuePushes(
  services: Sender,
  tx: Tx,
  spaceId: number,
  made: readonly { id: number | null; user_id: number }[],
  kind: NoticeKind | null,
): Promise<number> {
  if (!services.webPush || !made.length) return 0;
  const noticeOf = new Map(made.map(({ id, user_id }) => [user_id, id]));
  const listeners = await listListeners(tx, spaceId, [...noticeOf.keys()], kind);
  for (const listener of listeners) {
    // What somebody asks for comes at once.
    const notBefore = kind === null ? null : endOfQuiet(listener, services.now());
    await services.jobs.enqueue(tx, {
      spaceId,
      userId: listener.user_id,
      kind: PUSH,
      title: '',
      input: { device: listener.id, notice: noticeOf.get(listener.user_id) ?? null },
      ...(notBefore && { notBefore }),
    });
  }
  return listeners.length;
}

const pushInput = z.object({ device: z.number(), notice: z.number().nullable() });

/** The job that tells one browser of one notice. It names nothing of the plan: the service of the browser belongs to others. */
export function pushJob(
  services: Pick<Services, 'database' | 'log'>,
  { safeFetch, publicUrl, contact }: { safeFetch: SafeFetch; publicUrl: string; contact: string },
): JobKind<typeof pushInput> {
  const { database, log } = services;
  return {
    kind: PUSH,
    input: pushInput,
    afterRestart: 'again',
    lane: 'mail',
    needs: null,
    async run({ spaceId, userId, input: { device: id, notice }, tries }) {
      const key: Mine = { spaceId, userId };
      const person = await secretsOf({ read: (work) => database.read({ spaceId: null, userId }, work) }, { id: userId });
      const { device, waits } = await database.read(key, async (db) => ({
        device: await findDevice(db, key, id),
        waits: notice === null || (await listNoticesOf(db, key, [notice])).some(({ checked }) => !checked),
      }));
      if (!device || !waits || person?.status !== 'active') return { sent: false };
      const text = textsOf((person.language ?? 'en-US') as Language)[notice === null ? 'notices.push_test' : 'notices.push_text'];
      const payload = {
        title: 'Gantry',
        body: text,
        tag: `notice-${notice ?? 'test'}`,
        url: `/${spaceId}${notice === null ? '' : `?notice=${notice}`}`,
      };
      const { generateRequestDetails } = (await import('web-push')).default;
      const { endpoint, method, headers, body } = generateRequestDetails(
        { endpoint: device.endpoint, keys: device },
        JSON.stringify(payload),
        {
          TTL: KEPT_SECONDS,
          vapidDetails: { subject: publicUrl.startsWith('https:') ? publicUrl : `mailto:${contact}`, ...(await vapidKeys(services)) },
        },
      );
      const status = await safeFetch(endpoint, { method, headers, body }).then(
        (response) => response.status,
        (error: unknown) => {
          log.warn('notices.push', describeError(error));
          return error instanceof EgressRefused && error.reason !== 'timeout' ? 410 : 503;
        },
      );
      if (status < 300) return { sent: true };
      if ((status === 429 || status >= 500) && PAUSES[tries] !== undefined) throw new TryLater(PAUSES[tries]);
      log.warn('notices.push', { status, tries: tries + 1 });
      // The browser has given its place up, or it is one that the server never calls.
      if (GONE.includes(status) || status === 403) await database.write(key, (tx) => deleteDevice(tx, key, { id }));
      return { sent: false };
    },
  };
}
