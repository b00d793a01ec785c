import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { addSending, updateSending } from './report-subscriptions.sendings.repository.ts';

type Needs = Pick<Services, 'push'>;
type Sent = { node_id: number; subscription_id: number };

const publish = ({ push }: Needs, tx: Tx, spaceId: number, { node_id, subscription_id }: Sent): Promise<void> =>
  push.send(tx, { spaceId }, 'report_sendings_changed', { eps_id: node_id, subscription_id });

/** Notes that a report was begun, and lets pages that show it know. */
export async function noteBegun(services: Needs, tx: Tx, sending: Parameters<typeof addSending>[1]): Promise<number> {
  const id = await addSending(tx, sending);
  await publish(services, tx, sending.space_id, sending);
  return id;
}

/** Writes what has become of a report, and lets pages that show it know. */
export async function noteState(
  services: Needs,
  tx: Tx,
  spaceId: number,
  id: number,
  change: Parameters<typeof updateSending>[3],
): Promise<void> {
  const changed = await updateSending(tx, spaceId, id, change);
  if (changed) await publish(services, tx, spaceId, changed);
}
