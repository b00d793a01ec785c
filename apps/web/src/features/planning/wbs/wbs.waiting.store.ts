import type { Edited, Refusal } from '@gantry/contract';
import { LIMITS } from '@gantry/domain';
import { ApiError, isAway } from '../../../lib/calls/api-error.ts';
import { knownUserId } from '../../access/users/users.queries.ts';

/** A change of one row, fields as the document names them. */
export type RowChange = { id: number; fields: Record<string, unknown> };

/** Values typed into cells: what is sent, what it is shown as until the server answers, and what stood there. */
export type TypedCells = {
  send(): Promise<Edited>;
  cells: readonly RowChange[];
  expected: readonly RowChange[];
  before: readonly RowChange[];
};

/** A value that the server refused; the cell keeps it for correction. */
export type RefusedCell = { value: unknown; refusal: Reason };

/** Why the server refused. */
type Reason = Pick<Refusal, 'code' | 'parameters'>;

/** What the edits of an open version are put into and read from. */
type Plan = {
  show(changes: readonly RowChange[]): void;
  /** The same fields as they stand now. */
  present(changes: readonly RowChange[]): RowChange[];
  receive(answer: Edited): void;
  notify(): void;
};

export type WaitingEdits = {
  count(): number;
  isWaiting(id: number, field: string): boolean;
  refusedAt(id: number, field: string): RefusedCell | undefined;
  add(edit: TypedCells): void;
  refuse(edit: Pick<TypedCells, 'cells'>, error: ApiError): void;
  refuseRows(edit: Pick<TypedCells, 'cells'>, refused: readonly (Reason & { id: number })[]): void;
  /** What is typed anew, or let go, is no longer refused. */
  forget(cells: readonly RowChange[]): void;
  /** Shows what waits, after the version was read anew. */
  showAgain(): void;
  /** Sends what waits, in order, until all is sent or the server is away again. */
  resume(): Promise<void>;
  close(): void;
};

/** What waits outlives the screen of its version: leaving it for another page loses nothing. By person and version. */
const kept = new Map<string, TypedCells[]>();

const keyOf = (id: number, field: string): string => `${id}:${field}`;
const keysOf = (changes: readonly RowChange[]): string[] =>
  changes.flatMap(({ id, fields }) => Object.keys(fields).map((field) => keyOf(id, field)));

/** The edits of a version that wait for the server, and the cells whose edits it refused. */
export function createWaitingEdits(versionId: number, plan: Plan): WaitingEdits {
  const name = `${knownUserId()}:${versionId}`;
  const queue = kept.get(name) ?? [];
  kept.set(name, queue);
  const refused = new Map<string, RefusedCell>();
  let marked = new Set(queue.flatMap(({ cells }) => keysOf(cells)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;
  let closed = false;

  const changed = (): void => {
    marked = new Set(queue.flatMap(({ cells }) => keysOf(cells)));
    if ([...kept.values()].some(({ length }) => length)) addEventListener('beforeunload', keepPage);
    else removeEventListener('beforeunload', keepPage);
    plan.notify();
  };
  const tryLater = (): void => {
    clearTimeout(timer);
    if (queue.length && !closed) timer = setTimeout(() => void waiting.resume(), LIMITS.reconnectSeconds * 1000);
  };
  /** Puts back what stood there, where nobody has changed it since. */
  const takeBack = ({ expected, before }: TypedCells, ids: ReadonlySet<number> | null): void => {
    const now = new Map(plan.present(expected).map(({ id, fields }) => [id, fields]));
    const wanted = new Map(expected.map(({ id, fields }) => [id, fields]));
    plan.show(
      before.flatMap(({ id, fields }) => {
        if (ids && !ids.has(id)) return [];
        const same = Object.entries(fields).filter(([field]) => now.get(id)?.[field] === wanted.get(id)?.[field]);
        return same.length ? [{ id, fields: Object.fromEntries(same) }] : [];
      }),
    );
  };

  async function send(): Promise<void> {
    while (queue.length && !closed) {
      const [edit] = queue;
      try {
        const answer = await edit.send();
        const rows = (answer as { refused?: (Reason & { id: number })[] }).refused ?? [];
        queue.shift();
        takeBack(edit, new Set(rows.map(({ id }) => id)));
        waiting.refuseRows(edit, rows);
        plan.receive(answer);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // Whoever has to sign in again sends it then.
        if (isAway(error) || error.status === 401) return tryLater();
        queue.shift();
        // Stored before its answer was lost; what the server made of it comes with the edits of the version.
        if (error.errors[0]?.code !== 'request.done_already') {
          takeBack(edit, null);
          waiting.refuse(edit, error);
        }
      }
      changed();
    }
  }

  const waiting: WaitingEdits = {
    count: () => queue.length,
    isWaiting: (id, field) => marked.has(keyOf(id, field)),
    refusedAt: (id, field) => refused.get(keyOf(id, field)),
    add(edit) {
      queue.push(edit);
      changed();
      tryLater();
    },
    refuse({ cells }, error) {
      const [refusal = { code: error.errorMessage || 'error.unknown', parameters: {} }] = error.errors;
      for (const { id, fields } of cells)
        for (const [field, value] of Object.entries(fields)) refused.set(keyOf(id, field), { value, refusal });
      plan.notify();
    },
    refuseRows({ cells }, rows) {
      for (const { id, ...refusal } of rows) {
        const fields = cells.find((cell) => cell.id === id)?.fields ?? {};
        const about = refusal.parameters['field'];
        for (const [field, value] of Object.entries(fields))
          if (typeof about !== 'string' || !(about in fields) || field === about) refused.set(keyOf(id, field), { value, refusal });
      }
      if (rows.length) plan.notify();
    },
    forget(cells) {
      let any = false;
      for (const key of keysOf(cells)) any = refused.delete(key) || any;
      if (any) plan.notify();
    },
    showAgain() {
      for (const { expected } of queue) plan.show(expected);
      if (queue.length) tryLater();
    },
    resume() {
      sending ??= send().finally(() => (sending = null));
      return sending;
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
  return waiting;
}

/** The browser asks before it closes a page on which something waits, of whichever version. */
const keepPage = (event: BeforeUnloadEvent): void => event.preventDefault();
