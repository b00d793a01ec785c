import { api, type Directory, type DirectoryDiff } from '@gantry/contract';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { call } from '../../../lib/calls/api-client.ts';
import { applyDiff, type DirectoryDocument, type LaidRows, layOutRows, newDocument, refreshList } from './directories.document.model.ts';

/** The place of a directory: the node where it is opened, possibly below its own. */
export type DirectoryPlace = { epsId: number; directoryId: number };

/** State of the screen, replaced with every change. `rows` stays the same object unless rows are added, deleted or moved. */
export type DirectoryView = LaidRows & { directory: Directory; document: DirectoryDocument };

/** What a change answers. */
type Edited = { revision: number; diff: DirectoryDiff };

/** One open directory, kept equal to the server's by changes of this page and by those that are pushed. */
export type DirectorySession = {
  place: DirectoryPlace;
  view(): DirectoryView | null;
  failed(): boolean;
  subscribe(listener: () => void): () => void;
  /** Runs changes one after another, each with the revision before it. */
  run<R extends Edited>(send: (revision: number) => Promise<R>): Promise<R>;
  /** Somebody has changed the directory up to this revision. */
  reported(revision: number): void;
  reload(): Promise<void>;
  close(): void;
};

/** Opens a directory: its columns and lists, then all of its rows. */
export function openDirectory(place: DirectoryPlace): DirectorySession {
  const listeners = new Set<() => void>();
  const aborter = new AbortController();
  let view: DirectoryView | null = null;
  let failed = false;
  let queue: Promise<unknown> = Promise.resolve();

  const notify = (): void => listeners.forEach((listener) => listener());
  const head = (): Promise<Directory> => call(api.directories.get, { params: place }, { signal: aborter.signal });
  const isFolded = (): ((id: number) => boolean) => {
    const before = view;
    return (id) => before !== null && before.rows.collapsed[before.rowOfId.get(id) ?? -1] === 1;
  };

  async function load(): Promise<void> {
    try {
      const [directory, rows] = await Promise.all([head(), call(api.directories.rows, { params: place }, { signal: aborter.signal })]);
      const document = newDocument(directory, rows);
      view = { ...layOutRows(document, isFolded()), document, directory };
      failed = false;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind === 'cancelled') return;
      failed = true;
    }
    notify();
  }

  async function take({ revision, diff }: Edited): Promise<void> {
    if (!view || revision <= view.document.revision) return;
    const { document } = view;
    document.revision = revision;
    const touched = applyDiff(document, diff);
    if (touched.values) return load();
    if (touched.head) {
      const directory = await head();
      Object.assign(document, { columns: directory.columns, lists: directory.lists });
      view = { ...view, directory };
    }
    if (touched.structure) view = { ...view, ...layOutRows(document, isFolded()) };
    else {
      refreshList(document, view);
      view = { ...view };
    }
    notify();
  }

  async function catchUp(): Promise<void> {
    if (!view) return;
    try {
      const { edits } = await call(
        api.directories.since,
        { params: place, query: { since: view.document.revision } },
        { signal: aborter.signal, quiet: true },
      );
      for (const edit of edits) await take(edit);
    } catch (error) {
      if (error instanceof ApiError && error.has('directory.too_old')) await load();
    }
  }

  const inTurn = <R>(act: () => Promise<R>): Promise<R> => {
    const done = queue.then(act);
    queue = done.catch(() => undefined);
    return done;
  };

  void inTurn(load);
  return {
    place,
    view: () => view,
    failed: () => failed,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    run: (send) =>
      inTurn(async () => {
        const before = view?.document.revision ?? 0;
        const answer = await send(before);
        // Requests another person's edit that lies between.
        if (view && answer.revision > before + 1) await catchUp();
        await take(answer);
        return answer;
      }),
    reported: (revision) => void inTurn(async () => (view && revision > view.document.revision ? catchUp() : undefined)),
    reload: () => inTurn(load),
    close() {
      aborter.abort();
      listeners.clear();
    },
  };
}
