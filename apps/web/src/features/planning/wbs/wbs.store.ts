import {
  addBlock,
  applyDiff,
  externalEnds,
  fillValues,
  type GivenValues,
  layOutCalendars,
  layOutLinks,
  layOutRows,
  type LoadState,
  newDocument,
  rowOf,
  type ScheduleDocument,
  type ScheduleView,
  setFields,
  type Touched,
} from '@gantry/plan-view';
import { api, COLUMNS_TYPE, createDecoder, type Edited, type EditPushed, type ExternalRelation } from '@gantry/contract';
import type { Diff } from '@gantry/domain';
import { ApiError, isAway } from '../../../lib/calls/api-error.ts';
import { call, openStream } from '../../../lib/calls/api-client.ts';
import { createWaitingEdits, type RowChange, type WaitingEdits } from './wbs.waiting.store.ts';

/** One open version: its columns, kept equal to the server's by edits of this page and by those that are pushed. */
export type ScheduleSession = {
  versionId: number;
  view(): ScheduleView | null;
  load(): LoadState;
  subscribe(listener: () => void): () => void;
  /** Told the rows that changed in place, null = all. */
  onPatch(listener: (rows: number[] | null) => void): () => void;
  /** Called with each applied change in the order of revisions; null means that the version was reloaded. */
  onDiff(listener: (diff: Diff | null) => void): () => void;
  /** Told of edits by other people. */
  onForeignEdit(listener: (edit: EditPushed) => void): () => void;
  /** Told that the server has another history than this page, which is read anew. */
  onOtherPast(listener: () => void): () => void;
  /** Sends an edit; its change is applied when the server answers. `expect` is shown at once and taken back on refusal. */
  run<R extends Edited>(send: () => Promise<R>, expect?: RowChange[]): Promise<R>;
  /** The same for what was typed into cells: while no server answers it waits, in order, and null is answered. */
  type<R extends Edited>(send: () => Promise<R>, cells: RowChange[], expect?: RowChange[]): Promise<R | null>;
  /** What waits for the server, and what it refused. */
  edits: Pick<WaitingEdits, 'count' | 'isWaiting' | 'refusedAt' | 'forget' | 'resume'>;
  receive(edit: EditPushed): void;
  /** Applies relations to other schedules; those stored by the others are not part of this version. */
  setOutside(links: readonly ExternalRelation[]): void;
  /** Takes in results that the server calculated. */
  setGiven(given: GivenValues): void;
  /** Gives bars their colours by row; null: those of the rows. */
  setTints(tintOf: ((item: number) => number) | null): void;
  /** Ticks or unticks rows at once and stores it on the server. */
  tick(ids: number[], on: boolean): void;
  /** Requests edits missed while the channel was down. */
  catchUp(): Promise<void>;
  reload(): Promise<void>;
  close(): void;
};

const PAINT_FIRST_ROWS = 1;
/** What the answer to an edit does not say of it; the push channel does. */
const UNSAID = { name: '', author_id: 0, author: '', chain: null, before: null };

/** Opens a version: reads its stream, shows the first rows as soon as they are there, folded as the person left them. */
export function openSession(versionId: number): ScheduleSession {
  const flags = call(api.wbs.flags, { params: { id: versionId } }, { quiet: true }).catch(() => ({ checked: [], folded: [] }));
  let firstFolds = new Set<number>();
  const ticked = new Set<number>();
  const outside = new Map<number, ExternalRelation[]>();
  const listeners = new Set<() => void>();
  const patchListeners = new Set<(rows: number[] | null) => void>();
  const diffListeners = new Set<(diff: Diff | null) => void>();
  const foreignListeners = new Set<(edit: EditPushed) => void>();
  const pastListeners = new Set<() => void>();
  /** Revisions that this page has taken in, each with the chain that it said. */
  const taken = new Map<number, string | null>();
  const aborter = new AbortController();
  let view: ScheduleView | null = null;
  let load: LoadState = { state: 'loading', rows: 0, of: 0 };
  let waiting: EditPushed[] = [];
  let loading: Promise<void> | null = null;
  let catching: Promise<void> | null = null;

  const notify = () => listeners.forEach((listener) => listener());
  const setLoad = (next: LoadState) => {
    load = next;
    if (view) view = { ...view, load };
    notify();
  };
  const isFolded = (): ((id: number) => boolean) => {
    const before = view;
    if (!before) return (id) => firstFolds.has(id);
    return (id) => {
      const row = before.rowOfId.get(id);
      return row !== undefined && before.rows.collapsed[row] === 1;
    };
  };

  function lay(document: ScheduleDocument): void {
    document.external = externalEnds(outside);
    const laid = layOutRows(document, isFolded());
    view = { ...laid, document, links: layOutLinks(document, laid), times: layOutCalendars(document), load, ticked, outside };
    notify();
  }

  function take(diff: Diff): void {
    if (!view) return;
    const touched = applyDiff(view.document, diff);
    diffListeners.forEach((listener) => listener(diff));
    redraw(touched);
  }

  function redraw(touched: Touched): void {
    if (!view) return;
    if (touched.structure) return lay(view.document);
    if (touched.calendars) view = { ...view, times: layOutCalendars(view.document) };
    // A rule may read rows that were not written.
    fillValues(view.document, view, view.document.tintOf ? undefined : rowsOfIds(touched.wbsIds));
    if (touched.links || touched.calendars) view = { ...view, links: touched.links ? layOutLinks(view.document, view) : view.links };
    if (touched.links || touched.calendars) notify();
    patchListeners.forEach((listener) => listener(null));
  }

  const rowsOfIds = (ids: number[]): number[] => ids.flatMap((id) => view?.rowOfId.get(id) ?? []);

  /** The server went on from another past than this page's: everything is read anew, and people are told why it may look different. */
  async function startAnew(): Promise<void> {
    waiting = [];
    pastListeners.forEach((listener) => listener());
    await session.reload();
  }

  /** An edit at or before the page's revision: one that was taken says its chain, any other makes the page ask whether its past still holds. */
  function compare(document: ScheduleDocument, { revision, chain }: EditPushed): void {
    const known = taken.get(revision);
    if (known === undefined) return void session.catchUp();
    if (chain === null || known === chain) return;
    if (known !== null) return void startAnew();
    taken.set(revision, chain);
    if (revision === document.revision) document.chain = chain;
  }

  /** Applies edits in the order of revisions and requests missing ones. */
  function drain(): void {
    if (!view || load.state !== 'ready') return;
    waiting.sort((a, b) => a.revision - b.revision);
    while (waiting.length) {
      const [next] = waiting;
      const { document } = view;
      if (next.revision > document.revision + 1) return void session.catchUp();
      waiting.shift();
      if (next.revision <= document.revision) {
        compare(document, next);
        continue;
      }
      if (next.before !== null && document.chain !== null && next.before !== document.chain) return void startAnew();
      if (!next.diff) return void session.reload();
      document.revision = next.revision;
      document.chain = next.chain;
      taken.set(next.revision, next.chain);
      take(next.diff);
    }
  }

  async function read(): Promise<void> {
    let document: ScheduleDocument | null = null;
    let seen = 0;
    setLoad({ state: 'loading', rows: 0, of: 0 });
    const decoder = createDecoder({
      head(head) {
        document = newDocument(head);
      },
      block(block) {
        if (!document) return;
        addBlock(document, block);
        if (block.table !== 'wbs') return;
        seen += 1;
        load = { state: 'loading', rows: block.offset + block.count, of: load.state === 'loading' ? load.of : 0 };
        if (seen === PAINT_FIRST_ROWS && !view) lay(document);
      },
    });
    const body = await openStream(api.wbs.list, { params: { id: versionId } }, COLUMNS_TYPE, aborter.signal);
    if (!body) {
      // The ordinary call of the same address brings the refusal to the error handler.
      await call(api.wbs.list, { params: { id: versionId }, query: { limit: 1 } });
      throw new Error('the server refused the stream of the version');
    }
    const { folded, checked } = await flags;
    firstFolds = new Set(folded);
    for (const id of checked) ticked.add(id);
    const reader = body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) decoder.push(part.value);
    decoder.end();
    load = { state: 'ready' };
    const read = document as unknown as ScheduleDocument;
    taken.clear();
    taken.set(read.revision, read.chain);
    lay(read);
    edits.showAgain();
    diffListeners.forEach((listener) => listener(null));
    patchListeners.forEach((listener) => listener(null));
    drain();
  }

  const present = (changes: readonly RowChange[]): RowChange[] =>
    view
      ? changes.map(({ id, fields }) => ({ id, fields: pick(rowOf((view as ScheduleView).document, 'wbs', id), Object.keys(fields)) }))
      : [];
  const show = (changes: readonly RowChange[]): void => {
    if (!view || !changes.length) return;
    for (const { id, fields } of changes) setFields(view.document, 'wbs', id, fields);
    redraw({ structure: false, links: false, calendars: false, wbsIds: changes.map(({ id }) => id) });
  };
  const receive = (answer: Edited): void => {
    // The link may be stored by a version that is not open here.
    const { version_id = versionId } = answer as { version_id?: number };
    session.receive({ version_id, revision: answer.revision, ...UNSAID, diff: answer.diff });
  };
  const edits = createWaitingEdits(versionId, {
    show,
    present,
    receive,
    notify: () => patchListeners.forEach((listener) => listener(null)),
  });

  const session: ScheduleSession = {
    edits,
    versionId,
    view: () => view,
    load: () => load,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onPatch(listener) {
      patchListeners.add(listener);
      return () => void patchListeners.delete(listener);
    },
    onDiff(listener) {
      diffListeners.add(listener);
      return () => void diffListeners.delete(listener);
    },
    onForeignEdit(listener) {
      foreignListeners.add(listener);
      return () => void foreignListeners.delete(listener);
    },
    onOtherPast(listener) {
      pastListeners.add(listener);
      return () => void pastListeners.delete(listener);
    },
    setGiven(given) {
      // A reloaded document keeps values computed for the former one.
      if (view && view.document.given !== given) lay({ ...view.document, given, unread: { ...view.document.unread, everything: true } });
    },
    setTints(tintOf) {
      if (!view || view.document.tintOf === tintOf) return;
      view.document.tintOf = tintOf;
      redraw({ structure: false, links: false, calendars: false, wbsIds: [...view.document.tables.wbs.slotOf.keys()] });
    },
    async run(send, expect = []) {
      const tables = view?.document.tables;
      const before = present(expect);
      const putBack = (changes: RowChange[]): void => {
        if (tables === view?.document.tables) show(changes);
      };
      show(expect);
      try {
        const answer = await send();
        const refused = new Set((answer as { refused?: { id: number }[] }).refused?.map(({ id }) => id));
        putBack(before.filter(({ id }) => refused.has(id)));
        receive(answer);
        return answer;
      } catch (error) {
        putBack(before);
        throw error;
      }
    },
    async type(send, cells, expect = []) {
      const typed = { send, cells, expected: expect, before: present(expect) };
      const wait = (): null => {
        edits.add(typed);
        show(expect);
        return null;
      };
      edits.forget(cells);
      if (edits.count()) return wait();
      try {
        const answer = await session.run(send, expect);
        edits.refuseRows(typed, (answer as { refused?: Parameters<typeof edits.refuseRows>[1] }).refused ?? []);
        return answer;
      } catch (error) {
        if (isAway(error)) return wait();
        if (error instanceof ApiError) edits.refuse(typed, error);
        throw error;
      }
    },
    setOutside(links) {
      outside.clear();
      for (const link of links) outside.set(link.item.id, [...(outside.get(link.item.id) ?? []), link]);
      if (view) {
        const before = view.document.external;
        view.document.external = externalEnds(outside);
        fillValues(view.document, view, rowsOfIds([...before.keys(), ...outside.keys()]));
      }
      patchListeners.forEach((listener) => listener(null));
    },
    tick(ids, on) {
      for (const id of ids) {
        if (on) ticked.add(id);
        else ticked.delete(id);
      }
      patchListeners.forEach((listener) => listener(null));
      void call(api.wbs.setChecked, { params: { id: versionId }, body: { ids, checked: on } }).catch(() => undefined);
    },
    receive(edit) {
      if (edit.version_id !== versionId) return;
      waiting.push(edit);
      if (edit.author_id) foreignListeners.forEach((listener) => listener(edit));
      drain();
    },
    catchUp() {
      // What is being read holds all edits until then.
      if (!view) return Promise.resolve();
      const { document } = view;
      catching ??= (async () => {
        try {
          const early = new Set(waiting);
          const { revision, edits } = await call(
            api.edits.since,
            { params: { id: versionId }, query: { since: document.revision, chain: document.chain ?? undefined } },
            { quiet: true },
          );
          // What came before the question, and neither the server knows nor continues what it knows, is of another past: to wait for what lies
          // between would be to ask for ever.
          let last = revision;
          const continues = (edit: EditPushed): boolean => {
            if (edit.revision !== last + 1) return false;
            last = edit.revision;
            return true;
          };
          const known = waiting
            .toSorted((a, b) => a.revision - b.revision)
            .filter((edit) => edit.revision <= revision || continues(edit) || !early.has(edit));
          waiting = [...edits, ...known.filter((edit) => !edits.some((one) => one.revision === edit.revision))];
          catching = null;
          drain();
        } catch (error) {
          catching = null;
          if (error instanceof ApiError && error.has('edit.other_past')) await startAnew();
          else if (error instanceof ApiError && error.status === 410) await session.reload();
        }
      })();
      return catching;
    },
    reload() {
      loading ??= read()
        .catch((error: unknown) => {
          if (!aborter.signal.aborted)
            setLoad({ state: 'failed', reason: error instanceof ApiError ? error.errorMessage : 'server.unknown' });
        })
        .finally(() => (loading = null));
      return loading;
    },
    close() {
      aborter.abort();
      edits.close();
      listeners.clear();
    },
  };
  void session.reload();
  return session;
}

function pick(row: object | null, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, (row as Record<string, unknown> | null)?.[name] ?? null]));
}
