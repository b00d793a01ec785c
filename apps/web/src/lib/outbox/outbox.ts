import { LIMITS } from '@gantry/domain';
import { useMemo } from 'react';
import { create } from 'zustand';
import { apiActingFor, newCallKey } from '../calls/api-client.ts';
import { ApiError, isAway } from '../calls/api-error.ts';
import { openOutboxStore, type OutboxEntry, type OutboxStore } from './outbox.store.ts';

/** What a kind of entry does with the server; throws what the call threw. */
type Sender = (entry: OutboxEntry) => Promise<unknown>;

const senders = new Map<string, Sender>();
/** Says how entries of a kind are sent. */
export const registerSender = (kind: string, send: Sender): void => void senders.set(kind, send);

/** Entries of the person who is signed in, in order. */
const useEntries = create<{ entries: OutboxEntry[] }>(() => ({ entries: [] }));

let store: Promise<OutboxStore> | null = null;
let person: number | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let sending: Promise<void> | null = null;
/** Other tabs of this browser show the same. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('gantry-outbox');

const opened = (): Promise<OutboxStore> => (store ??= openOutboxStore());
/** In whose name something is done: what one does for another is not sent as one's own. */
const ownerIn = (spaceId: number): string => `${person} ${apiActingFor(spaceId) ?? ''}`;

async function look(): Promise<void> {
  const all = await (await opened()).list();
  useEntries.setState({ entries: person === null ? [] : all.filter(({ owner }) => owner.startsWith(`${person} `)) });
}
async function changed(act: (kept: OutboxStore) => Promise<void>): Promise<void> {
  await act(await opened());
  tabs?.postMessage(null);
  await look();
}

/** From now on entries are those of this person; what they have waiting is sent. */
export async function openOutbox(userId: number | null): Promise<void> {
  person = userId;
  if (tabs) tabs.onmessage = () => void look();
  await look();
  await resumeOutbox();
}

/** What `sendOrKeep` answers of what is sent later. */
export const KEPT = Symbol('kept');

/**
 * Does something now and answers what the server did, or keeps it for later where no server answers or something of the person waits
 * already. Other failures are thrown.
 */
export async function sendOrKeep(entry: Pick<OutboxEntry, 'spaceId' | 'kind' | 'about' | 'args'> & { key?: string }): Promise<unknown> {
  const whole = { key: newCallKey(), ...entry, owner: ownerIn(entry.spaceId), at: Date.now(), refusal: null };
  const isBehind = useEntries.getState().entries.some(({ owner, refusal }) => owner === whole.owner && !refusal);
  if (!isBehind) {
    try {
      return await senders.get(entry.kind)?.({ ...whole, n: 0 });
    } catch (error) {
      if (!isAway(error)) throw error;
    }
  }
  await changed((kept) => kept.add(whole));
  if (isBehind) void resumeOutbox();
  else later();
  return KEPT;
}

/** Lets go of an entry, sent or not. */
export const dropEntry = (n: number): Promise<void> => changed((kept) => kept.remove(n));

/** Sends a refused entry again, behind what waits. */
export async function retryEntry({ n: _n, ...entry }: OutboxEntry): Promise<void> {
  await changed(async (kept) => {
    await kept.remove(_n);
    await kept.add({ ...entry, refusal: null });
  });
  await resumeOutbox();
}

function later(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void resumeOutbox(), LIMITS.reconnectSeconds * 1000);
}

/** Sends what waits, in order, until all is sent or the server is away again. One tab sends at a time. */
export function resumeOutbox(): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  sending ??= (locks ? locks.request('gantry-outbox', sendAll) : sendAll()).finally(() => (sending = null));
  return sending;
}

async function sendAll(): Promise<void> {
  for (;;) {
    await look();
    const next = useEntries
      .getState()
      .entries.find(({ owner, spaceId, kind, refusal }) => !refusal && senders.has(kind) && owner === ownerIn(spaceId));
    if (!next) return;
    try {
      await senders.get(next.kind)?.(next);
      await dropEntry(next.n);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Whoever has to sign in again sends it then.
      if (isAway(error) || error.status === 401 || error.kind === 'cancelled') return later();
      // Done before its answer was lost.
      if (error.has('request.done_already')) await dropEntry(next.n);
      else {
        const [{ code, parameters } = { code: error.errorMessage || 'error.unknown', parameters: {} }] = error.errors;
        await changed((kept) => kept.put({ ...next, refusal: { code, parameters } }));
      }
    }
  }
}

addEventListener('online', () => void resumeOutbox());

/** Entries of a kind about one thing: what waits, and what was refused. */
export function useOutbox(kind: string, about: string): OutboxEntry[] {
  const entries = useEntries((state) => state.entries);
  return useMemo(() => entries.filter((one) => one.kind === kind && one.about === about), [entries, kind, about]);
}

/** How much waits for the server. */
export const useWaitingCount = (): number => useEntries(({ entries }) => entries.filter(({ refusal }) => !refusal).length);
