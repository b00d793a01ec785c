import { api, toSnake } from '@gantry/contract';
import type { ItemType, RelationType } from '@gantry/domain';
import { call, newCallKey } from '../../../lib/calls/api-client.ts';
import { currentLanguage } from '../../../lib/texts/i18n.ts';
import { splitAttributes, type TypedPredecessor } from '@gantry/plan-view';
import type { ScheduleSession } from './wbs.store.ts';
import type { RowChange } from './wbs.waiting.store.ts';

export type { RowChange } from './wbs.waiting.store.ts';

/** Target of a new or moved row. */
export type Target = { parentId: number | null; afterId: number | null | undefined };

const wire = (fields: Record<string, unknown>) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [toSnake(name), value]));
/** Fields of a row and values of its attributes. */
function wireRow(session: ScheduleSession, fields: Record<string, unknown>) {
  const { plain, attributes } = splitAttributes(session.view()?.document, fields, currentLanguage());
  return { ...wire(plain), ...(attributes ? { attributes } : {}) };
}
/** How one typed edit is sent, and sent again where its answer was lost. Its refusal is shown at the cell by whoever asked. */
const typed = () => ({ quiet: true, key: newCallKey() });

/** What a person can do to the rows of an open version. Each answers when the server has stored it. */
export function commandsOf(session: ScheduleSession) {
  const id = session.versionId;
  return {
    update: (changes: RowChange[], expected: RowChange[] = changes) => {
      const items = changes.map(({ id: itemId, fields }) => ({ id: itemId, ...wireRow(session, fields) }));
      const options = typed();
      const send = () => call(api.wbs.updateMany, { params: { id }, body: { items, skip_refused: changes.length > 1 } }, options);
      return session.type(send, changes, expected);
    },
    create: (target: Target, type: ItemType, name: string) =>
      session.run(() =>
        call(api.wbs.create, {
          params: { id },
          body: { parent_id: target.parentId, after_id: target.afterId, item: { type, name }, next_code: true },
        }),
      ),
    remove: (ids: number[]) => session.run(() => call(api.wbs.removeMany, { params: { id }, body: { ids } })),
    shift: (step: 'indent' | 'outdent' | 'up' | 'down', wbsId: number) => session.run(() => call(api.wbs[step], { params: { id, wbsId } })),
    move: (ids: number[], parentId: number | null, afterId: number | null) =>
      session.run(() => call(api.wbs.moveMany, { params: { id }, body: { ids, parent_id: parentId, after_id: afterId } })),
    copy: (ids: number[], target: { parentId: number | null; afterId: number | null }, fromVersionId: number) =>
      session.run(() =>
        call(api.wbs.copy, {
          params: { id },
          body: { ids, parent_id: target.parentId, after_id: target.afterId, from_version_id: fromVersionId },
        }),
      ),
    setPredecessors: (wbsId: number, list: TypedPredecessor[], text: string) => {
      const options = typed();
      return session.type(
        () => call(api.relations.setPredecessors, { params: { id, wbsId }, body: { predecessors: list } }, options),
        [{ id: wbsId, fields: { predecessors: text } }],
      );
    },
    removeChecked: () => session.run(() => call(api.wbs.removeChecked, { params: { id } })),
    dissolve: (wbsId: number) => session.run(() => call(api.wbs.dissolve, { params: { id, wbsId } })),
    relate: (predecessorId: number, successorId: number, type: RelationType) =>
      session.run(() =>
        call(api.relations.create, {
          params: { id },
          body: { predecessor_id: predecessorId, successor_id: successorId, type, lag_minutes: 0, lag_calendar: null },
        }),
      ),
    unrelate: (relationId: number) => session.run(() => call(api.relations.remove, { params: { id, relationId } })),
    /** Takes back the last act of the person (`before` a revision), or the named one; whoever asks tells why it is refused. */
    undo: (which: { revision?: number; before?: number } = {}) =>
      session.run(() => call(api.edits.undo, { params: { id }, body: which }, { quiet: true })),
    redo: () => session.run(() => call(api.edits.redo, { params: { id } })),
  };
}

export type Commands = ReturnType<typeof commandsOf>;

/** Removes rows of another version than the open one: the end of a cut. */
export const removeFrom = (versionId: number, ids: number[]) => call(api.wbs.removeMany, { params: { id: versionId }, body: { ids } });
