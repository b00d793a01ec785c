import { storableJson, type Tx } from './postgres/database.ts';
import { setForTransaction } from './postgres/settings.ts';
import { BY_KEY } from './postgres/named-statements.ts';

/** An entry of the audit; the context knows its actor and address. */
export type AuditEntry = {
  /** `feature.endpoint` of the call, or `feature.past` for actions without a call of their own. */
  action: string;
  /** What it was done to: `version 12`, `user 5`. */
  object?: string;
  details?: Record<string, unknown>;
};

export type Actor = { userId: number; actorId: number; actorName: string; spaceId: number; clientAddress: string; requestId: string };

/** Writes an audit entry in the transaction of the change: both are stored or neither. Details hold no secrets. */
export async function writeAudit(tx: Tx, actor: Actor, { action, object = '', details }: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      space_id: actor.spaceId || null,
      actor_id: actor.actorId || null,
      actor: actor.actorName,
      on_behalf_of: actor.actorId === actor.userId ? null : actor.userId,
      address: actor.clientAddress,
      request_id: actor.requestId,
      action,
      object,
      details: details && Object.keys(details).length ? storableJson(details) : null,
    })
    .modifyEnd(BY_KEY)
    .execute();
}

type Seal = { number: number; until: Date; rows: number; hash: string; signature: string };

/** Keeps what entries of a space add up to; false where another server has done so. */
export async function writeSeal(tx: Tx, spaceId: number, seal: Seal): Promise<boolean> {
  const { numInsertedOrUpdatedRows: made } = await tx
    .insertInto('audit_seal')
    .values({ space_id: spaceId, ...seal })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return (made ?? 0n) > 0n;
}

/** Deletes the rows of a space together with the space; the database refuses every other deletion. */
export async function eraseAudit(tx: Tx, spaceId: number): Promise<void> {
  await setForTransaction(tx, { 'app.audit_of_deleted_space': String(spaceId) });
  await tx.deleteFrom('audit').where('space_id', '=', spaceId).execute();
  await tx.deleteFrom('audit_seal').where('space_id', '=', spaceId).execute();
}
