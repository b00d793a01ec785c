import type { Db, Tx } from '../../../platform/postgres/database.ts';

/** A reason beside a line, and of which version it was written. */
export type KeptNote = { line: string; text: string; version_id: number; name: string };

/** The latest reason of each line that was written of a version or of one before it. */
export async function listNotes(db: Db, spaceId: number, scheduleId: number, versionId: number): Promise<KeptNote[]> {
  return db
    .selectFrom('narrative_note as n')
    .innerJoin('version as v', (join) => join.onRef('v.space_id', '=', 'n.space_id').onRef('v.id', '=', 'n.version_id'))
    .where('n.space_id', '=', spaceId)
    .where('v.schedule_id', '=', scheduleId)
    .where('n.version_id', '<=', versionId)
    .distinctOn('n.line')
    .select(['n.line', 'n.text', 'n.version_id', 'v.name'])
    .orderBy('n.line')
    .orderBy('n.version_id', 'desc')
    .execute();
}

/** Keeps a reason, in place of the one that the version had. */
export async function saveNote(tx: Tx, note: { space_id: number; version_id: number; line: string; text: string }): Promise<void> {
  await tx
    .insertInto('narrative_note')
    .values(note)
    .onConflict((conflict) => conflict.columns(['space_id', 'version_id', 'line']).doUpdateSet({ text: note.text }))
    .execute();
}
