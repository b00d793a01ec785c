import type { PlanRelation, RelationType } from '@gantry/domain';
import type { CrossRelation, StoredRelation } from '../../project-file.ts';
import { wholeMinutes } from '../../text/dates.ts';
import type { MspdiTasks } from './map-tasks.ts';
import { isElapsedFormat, isPercentFormat } from './units.ts';

const TYPES: RelationType[] = ['ff', 'fs', 'sf', 'ss'];
const NOTHING: StoredRelation = { impliedEarlyStart: null, impliedLateFinish: null, floatPath: null, driving: null };

/** Maps PredecessorLink. Lags come in tenths of a minute, or in percent of the predecessor's duration. */
export function mapMspdiRelations(tasks: MspdiTasks): { relations: PlanRelation[]; stored: StoredRelation[]; cross: CrossRelation[] } {
  const relations: PlanRelation[] = [];
  const cross: CrossRelation[] = [];
  tasks.views.forEach((view, i) => {
    const successor = tasks.items[i];
    for (const link of view.children('PredecessorLink')) {
      const type = TYPES[link.number('Type') ?? 1];
      if (!type) link.report('warning', 'enumeration.unknown', 'Type', { used: 1 });
      const format = link.number('LagFormat');
      const lag = link.number('LinkLag') ?? 0;
      const uid = link.text('PredecessorUID');
      const predecessor = tasks.byUid.get(uid);
      if (link.flag('CrossProject')) {
        link.report('info', 'relation.outside', 'CrossProjectName', { code: successor.code });
        const from = { projectSourceId: link.text('CrossProjectName') || null, itemSourceId: uid, itemId: null };
        const to = { projectSourceId: null, itemSourceId: tasks.details[i].sourceId, itemId: successor.id };
        cross.push({ type: type ?? 'fs', lagMinutes: wholeMinutes(lag / 10) ?? 0, predecessor: from, successor: to, stored: NOTHING });
        continue;
      }
      if (!predecessor || predecessor === successor) {
        link.report('error', predecessor ? 'relation.to_itself' : 'reference.dangling', 'PredecessorUID', { code: successor.code });
        continue;
      }
      const share = isPercentFormat(format) ? lag / 100 : null;
      relations.push({
        id: relations.length + 1,
        predecessorId: predecessor.id,
        successorId: successor.id,
        type: type ?? 'fs',
        lagMinutes: wholeMinutes(share === null ? lag / 10 : share * predecessor.durationMinutes) ?? 0,
        lagCalendar: isElapsedFormat(format) ? 'elapsed' : null,
        ...(share === null ? {} : { lagShare: share }),
      });
    }
  });
  return { relations, stored: relations.map(() => NOTHING), cross };
}
