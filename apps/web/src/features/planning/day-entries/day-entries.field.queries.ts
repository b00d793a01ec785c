import { api, type FieldRow } from '@gantry/contract';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call, newCallKey } from '../../../lib/calls/api-client.ts';
import { ApiError, isAway, isRefusal } from '../../../lib/calls/api-error.ts';
import { keepWork, phoneQueue, readWork } from './day-entries.phone.store.ts';
import { flush, isOwn, type Queued, type QueuedPhoto, type Transport, type Why } from './day-entries.queue.model.ts';

const RETRY_MS = 20_000;
/** What the server answers to what it takes at no time: not there, too large, not allowed as it is. */
const NEVER = new Set([404, 413, 415, 422]);

/** Why something is never taken; throws what may go away by itself. */
function whyNever(error: unknown): Why {
  if (!(error instanceof ApiError) || !(NEVER.has(error.status) || error.has('auth.forbidden'))) throw error;
  const [first] = error.errors;
  return { code: first?.code ?? 'error.unknown', parameters: first?.parameters ?? {} };
}

const transport: Transport = {
  async photo({ spaceId, report }, { id, name, blob }) {
    const form = new FormData();
    form.append('wbs_id', String(report.row_id));
    form.append('client_key', id);
    form.append('files', blob, name);
    try {
      await call(api.storage.upload, { params: { id: report.schedule_id } }, { form, spaceId, quiet: true });
      return null;
    } catch (error) {
      return whyNever(error);
    }
  },
  reports: async (spaceId, entries) => (await call(api.dayEntries.report, { body: { entries } }, { spaceId, quiet: true })).verdicts,
};

/** One page of a browser sends at a time; sent by two a report is still one. */
const inTurn = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('gantry-field', { ifAvailable: true }, (lock) => (lock ? work() : undefined)) : work();

/** How the last sending went; an error says why the server refused it. */
export type FieldConnection = 'sending' | 'done' | 'offline' | 'signed_out' | ApiError;

/** Reports on this phone, and how far they are; sends them when there is a connection. */
export function useFieldQueue(who: { userId: number; spaceId: number }) {
  const [items, setItems] = useState<Queued[]>([]);
  const [connection, setConnection] = useState<FieldConnection>('sending');
  const { userId, spaceId } = who;
  const [now, setNow] = useState(0);
  const refresh = useCallback(async () => {
    setItems(await phoneQueue.all());
    setNow(Date.now());
  }, []);
  const send = useCallback(async () => {
    setConnection('sending');
    try {
      await inTurn(() => flush(phoneQueue, transport, { userId, spaceId }, Date.now()));
      setConnection('done');
    } catch (error) {
      setConnection(
        isRefusal(error, 'auth.not_signed_in') ? 'signed_out' : isAway(error) || !(error instanceof ApiError) ? 'offline' : error,
      );
    }
    await refresh();
  }, [userId, spaceId, refresh]);
  useEffect(() => {
    void refresh().then(send);
    const again = (): void => void send();
    const timer = setInterval(again, RETRY_MS);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [refresh, send]);
  const add = async (
    row: FieldRow,
    draft: Pick<Queued['report'], 'day' | 'amount' | 'overtime' | 'base' | 'note'> & { photos: QueuedPhoto[] },
  ) => {
    const id = newCallKey();
    const { photos, ...stated } = draft;
    const report = { id, schedule_id: row.schedule_id, row_id: row.row_id, row_code: row.row_code, measure: row.measure, ...stated };
    const fixed = { id, userId, spaceId, at: Date.now(), rowName: row.row_name, versionId: row.version_id };
    await phoneQueue.put({ ...fixed, report, photos, state: 'waiting', verdict: null });
    await refresh();
    void send();
  };
  /** Lets go of a photo that was not taken. */
  const discardPhoto = async ({ id }: Queued, photoId: string): Promise<void> => {
    const item = (await phoneQueue.all()).find((one) => one.id === id);
    if (item) await phoneQueue.put({ ...item, photos: item.photos.filter((photo) => photo.id !== photoId) });
    await refresh();
  };
  const discard = async (id: string): Promise<void> => {
    await phoneQueue.remove(id);
    await refresh();
  };
  const own = items.filter((item) => isOwn(item, who));
  return { own, others: items.filter((item) => !own.includes(item)).length, now, connection, add, send, discard, discardPhoto };
}

/** `more`: there are works that the server has left out. */
type Work = { from: string; rows: FieldRow[]; more?: boolean };

/** Works of the person in the days around today: those of the server, else those that this phone kept. */
export function useFieldWork(who: { userId: number; spaceId: number }, from: string, to: string, after: unknown) {
  const [work, setWork] = useState<Work | null>(null);
  const [failed, setFailed] = useState(false);
  const key = `${who.spaceId} ${who.userId}`;
  // Asked again after what has come of reports since.
  const asked = useMemo(() => ({ from, to, after }), [from, to, after]);
  const latest = useRef(0);
  useEffect(() => {
    const turn = ++latest.current;
    const take = (next: Work): void => {
      if (turn === latest.current) setWork(next);
    };
    const read = async (): Promise<void> => {
      const kept = await readWork(key).catch(() => null);
      if (kept) take(kept);
      try {
        const { rows, more } = await call(
          api.dayEntries.work,
          { query: { from: asked.from, to: asked.to } },
          { spaceId: who.spaceId, quiet: true },
        );
        take({ from: asked.from, rows, more });
        await keepWork({ key, from: asked.from, rows, more, at: Date.now() });
        setFailed(false);
      } catch {
        setFailed(!kept);
      }
    };
    void read();
  }, [key, asked, who.spaceId]);
  return { work, failed };
}
