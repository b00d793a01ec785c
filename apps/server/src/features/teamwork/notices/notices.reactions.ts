import type { NoticeKind } from '@gantry/domain';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Committed, onEdit } from '../../planning/edits/edits.service.ts';
import { listWorks } from './notices.repository.ts';
import { assignedBy, estimatedBy } from './notices.rules.ts';
import { notifyAll } from './notices.service.ts';
import { findCountedVersion } from '../../planning/version-heads/version-heads.service.ts';

/** Edits of the version that counts notify the people whom they name: one act is one notice, however many works it touches. */
export function noticeEdits(services: Services): void {
  onEdit(services, async (tx, edit) => {
    if (!edit.isNews) return;
    const assigned = assignedBy(edit.diff, edit.authorId);
    const estimated = estimatedBy(edit.diff);
    if (!assigned.size && !estimated.length) return;
    if ((await findCountedVersion(tx, edit.spaceId, edit.scheduleId)) !== edit.versionId) return;
    const worksOf = new Map<NoticeKind, Map<number, number[]>>(assigned);
    if (estimated.length) {
      const curators = new Map<number, number[]>();
      for (const { id, curator_id } of await listWorks(tx, edit, estimated)) {
        if (curator_id === null || curator_id === edit.authorId) continue;
        const works = curators.get(curator_id);
        if (works) works.push(id);
        else curators.set(curator_id, [id]);
      }
      worksOf.set('task_need_accept_expert_data', curators);
      for (const [curator, works] of curators) await askForDecision(services, tx, edit, curator, works[0]);
    }
    await notifyOfWorks(services, tx, edit, worksOf);
  });
}

/** Tells the pages of a curator that a work awaits them. */
const askForDecision = ({ push }: Services, tx: Tx, { spaceId, versionId }: Committed, curator: number, itemId: number): Promise<void> =>
  push.send(tx, { spaceId, userIds: [curator] }, 'task_need_action', {
    version_id: versionId,
    wbs_id: itemId,
    kind: 'task_need_accept_expert_data',
  });

async function notifyOfWorks(
  services: Services,
  tx: Tx,
  edit: Committed,
  worksOf: ReadonlyMap<NoticeKind, ReadonlyMap<number, readonly number[]>>,
): Promise<void> {
  const each = [...worksOf].flatMap(([kind, people]) => [...people].map(([person, works]) => ({ kind, person, works })));
  const named = await listWorks(tx, edit, [...new Set(each.map(({ works }) => works[0]))]);
  const works = new Map(named.map((work) => [work.id, work]));
  await notifyAll(
    services,
    tx,
    edit.spaceId,
    each.map(({ kind, person, works: ids }) => {
      const first = works.get(ids[0]);
      return {
        userIds: [person],
        kind,
        actorId: edit.authorId,
        nodeId: edit.scheduleId,
        itemId: first?.id ?? null,
        rowCode: first?.code ?? null,
        data: { name: first?.name ?? '', count: ids.length, date: null },
        dedupe: `${kind} ${edit.versionId} ${edit.revision}`,
      };
    }),
  );
}
