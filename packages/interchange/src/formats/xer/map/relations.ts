import type { ExternalLimit, PlanRelation, RelationType } from '@gantry/domain';
import type { CrossEnd, CrossRelation, StoredRelation } from '../../../project-file.ts';
import type { XerNetwork } from './items.ts';
import { indexBy } from '../table-view.ts';
import type { Tables, TableView } from '../table-view.ts';
import { wordTable } from '../../../text/word-table.ts';

/** Relations of the file: within projects, and those that cross from one project to another. */
export type XerRelations = {
  byProject: Map<string, { relations: PlanRelation[]; stored: StoredRelation[]; sourceRows: number[] }>;
  cross: CrossRelation[];
  /** Limits that cross relations and P6's stored external dates put on items, by project. */
  limits: Map<string, ExternalLimit[]>;
};

const TYPES = wordTable<RelationType>({ PR_FS: 'fs', PR_FF: 'ff', PR_SS: 'ss', PR_SF: 'sf' });

/** Maps TASKPRED. A relation whose end the file does not hold counts by the external dates that P6 stored on the other end. */
export function mapRelations(tables: Tables, projectKeys: readonly string[], network: XerNetwork): XerRelations {
  const view = tables.view('TASKPRED');
  const result: XerRelations = { byProject: new Map(), cross: [], limits: new Map() };
  for (const key of projectKeys) {
    result.byProject.set(key, { relations: [], stored: [], sourceRows: [] });
    result.limits.set(key, externalLimitsOf(network, key));
  }
  let id = 0;
  for (const row of indexBy(view, 'task_pred_id').values()) {
    const typeWord = view.text(row, 'pred_type');
    const type = TYPES[typeWord];
    if (!type) view.report('warning', 'enumeration.unknown', row, 'pred_type', { used: 'PR_FS' });
    const predecessorKey = view.text(row, 'pred_task_id');
    const successorKey = view.text(row, 'task_id');
    const predecessor = network.tasks.get(predecessorKey);
    const successor = network.tasks.get(successorKey);
    const lagMinutes = view.minutes(row, 'lag_hr_cnt') ?? 0;
    const stored = storedOf(view, row);
    if (predecessor && successor && predecessor.projectKey === successor.projectKey) {
      if (predecessor === successor) {
        view.report('error', 'relation.to_itself', row, 'pred_task_id', { code: successor.item.code });
        continue;
      }
      const target = result.byProject.get(successor.projectKey)!;
      target.relations.push({
        id: ++id,
        predecessorId: predecessor.item.id,
        successorId: successor.item.id,
        type: type ?? 'fs',
        lagMinutes,
        lagCalendar: null,
      });
      target.stored.push(stored);
      target.sourceRows.push(row);
      continue;
    }
    if (!predecessor && !successor) {
      view.report('error', 'reference.dangling', row, 'task_id');
      continue;
    }
    const end = (place: typeof predecessor, key: string, projectField: string): CrossEnd => ({
      projectSourceId: place?.projectKey ?? (view.text(row, projectField) || null),
      itemSourceId: key,
      itemId: place?.item.id ?? null,
    });
    const cross: CrossRelation = {
      type: type ?? 'fs',
      lagMinutes,
      predecessor: end(predecessor, predecessorKey, 'pred_proj_id'),
      successor: end(successor, successorKey, 'proj_id'),
      stored,
    };
    result.cross.push(cross);
    if (!predecessor || !successor) {
      const isOutside = cross.predecessor.projectSourceId !== cross.successor.projectSourceId;
      view.report(
        isOutside ? 'info' : 'error',
        isOutside ? 'relation.outside' : 'reference.dangling',
        row,
        predecessor ? 'task_id' : 'pred_task_id',
        {
          code: (predecessor ?? successor)!.item.code,
        },
      );
    }
    limitByCross(cross, result.limits);
  }
  return result;
}

function externalLimitsOf(network: XerNetwork, projectKey: string): ExternalLimit[] {
  const { items, stored } = network.byProject.get(projectKey)!;
  const limits: ExternalLimit[] = [];
  items.forEach((item, i) => {
    const { externalEarlyStart, externalLateFinish } = stored[i];
    if (externalEarlyStart !== null) limits.push({ itemId: item.id, kind: 'start_not_earlier', date: externalEarlyStart });
    if (externalLateFinish !== null) limits.push({ itemId: item.id, kind: 'finish_not_later', date: externalLateFinish });
  });
  return limits;
}

/** P6 stores the start it asks of the successor for every type, and the predecessor's late finish for FS and FF alone in plain form. */
function limitByCross(cross: CrossRelation, limits: Map<string, ExternalLimit[]>): void {
  const { predecessor, successor, stored } = cross;
  const put = (end: CrossEnd, kind: ExternalLimit['kind'], date: number | null): void => {
    if (end.itemId !== null && end.projectSourceId !== null && date !== null)
      limits.get(end.projectSourceId)?.push({ itemId: end.itemId, kind, date });
  };
  put(successor, 'start_not_earlier', stored.impliedEarlyStart);
  if (cross.type === 'fs' || cross.type === 'ff') put(predecessor, 'finish_not_later', stored.impliedLateFinish);
}

function storedOf(view: TableView, row: number): StoredRelation {
  return {
    impliedEarlyStart: view.date(row, 'aref'),
    impliedLateFinish: view.date(row, 'arls'),
    floatPath: view.number(row, 'float_path'),
    driving: null,
  };
}
