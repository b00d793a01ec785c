import type { NoticeKind } from '@gantry/domain';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Committed, onEdit } from '../../planning/edits/edits.service.ts';
import { findWorkingVersion, listWorks } from './notices.repository.ts';
import { assignedBy, estimatedBy } from './notices.rules.ts';
import { notify } from './notices.service.ts';

/** Edits of the version that counts notify the people whom they name: one act is one notice, however many works it touches. */
export function noticeEdits(services: Services): void {
  onEdit(services, async (tx, edit) => {
    if (!edit.isNews) return;
    const assigned = assignedBy(edit.diff, edit.authorId);
    const estimated = estimatedBy(edit.diff);
    if (!assigned.size && !estimated.length) return;
    if ((await findWorkingVersion(tx, edit.spaceId, edit.scheduleId)) !== edit.versionId) return;
    for (const [kind, people] of assigned) {
      for (const [person, works] of people) await notifyOfWorks(services, tx, edit, kind, person, works);
    }
    if (!estimated.length) return;
    const curators = new Map<number, number[]>();
    for (const { id, curator_id } of await listWorks(tx, edit, estimated)) {
      if (curator_id !== null && curator_id !== edit.authorId) curators.set(curator_id, [...(curators.get(curator_id) ?? []), id]);
    }
    for (const [person, works] of curators) await notifyOfWorks(services, tx, edit, 'task_need_accept_expert_data', person, works);
  });
}

async function notifyOfWorks(
  services: Services,
  tx: Tx,
  edit: Committed,
  kind: NoticeKind,
  person: number,
  works: number[],
): Promise<void> {
  const [first] = await listWorks(tx, edit, works.slice(0, 1));
  await notify(services, tx, edit.spaceId, {
    userIds: [person],
    kind,
    actorId: edit.authorId,
    nodeId: edit.scheduleId,
    itemId: first?.id ?? null,
    rowCode: first?.code ?? null,
    data: { name: first?.name ?? '', count: works.length, date: null },
    dedupe: `${kind} ${edit.versionId} ${edit.revision}`,
  });
}
