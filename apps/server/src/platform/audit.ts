import { sql } from 'kysely';
import { storableJson, type Tx } from './database.ts';

/** What is noted of a deed; who did it and from where the context knows. */
export type Deed = {
  /** `feature.endpoint` of the call, or `feature.past` for what no call of its own stands for. */
  action: string;
  /** What it was done to: `version 12`, `user 5`. */
  object?: string;
  details?: Record<string, unknown>;
};

/** Who did it. */
export type Doer = { userId: number; actorId: number; actorName: string; spaceId: number; clientAddress: string; requestId: string };

/** Notes a deed in the transaction that does it: both are there or neither. Secrets are never among the details. */
export async function writeAudit(tx: Tx, doer: Doer, { action, object = '', details }: Deed): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      space_id: doer.spaceId || null,
      actor_id: doer.actorId || null,
      actor: doer.actorName,
      on_behalf_of: doer.actorId === doer.userId ? null : doer.userId,
      address: doer.clientAddress,
      request_id: doer.requestId,
      action,
      object,
      details: details && Object.keys(details).length ? storableJson(details) : null,
    })
    .execute();
}

/** Takes the rows of a space away with the space; the database lets nothing else take any. */
export async function eraseAudit(tx: Tx, spaceId: number): Promise<void> {
  await sql`select set_config('app.audit_of_deleted_space', ${String(spaceId)}, true)`.execute(tx);
  await tx.deleteFrom('audit').where('space_id', '=', spaceId).execute();
}
