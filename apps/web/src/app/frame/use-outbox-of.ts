import { useEffect } from 'react';
// What sends the entries of each kind stands with its calls.
import '../../features/teamwork/chat/chat.queries.ts';
import '../../features/teamwork/checklists/checklists.queries.ts';
import '../../features/teamwork/storage/storage.queries.ts';
import { openOutbox, resumeOutbox } from '../../lib/outbox/outbox.ts';
import { usePush } from '../../lib/push/push.ts';

/** Sends what a person did while no server answered, whichever screen is open. `standing` changes when they act for another or no longer do. */
export function useOutboxOf(userId: number | null, standing: string): void {
  useEffect(() => void openOutbox(userId), [userId]);
  useEffect(() => {
    if (standing) void resumeOutbox();
  }, [standing]);
  usePush('reconnected', () => void resumeOutbox());
}
