import { create } from 'zustand';
import { setApiActingFor } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

type Acting = { spaceId: number; userId: number; name: string };

const useActing = create<{ acting: Acting | null }>(() => ({ acting: null }));

/** For whom this tab acts in a space; null where the person acts as themselves. */
export const useActingFor = (spaceId: number): Acting | null => useActing(({ acting }) => (acting?.spaceId === spaceId ? acting : null));

/** Acts for somebody in this tab from now on, until it is reloaded or told otherwise: nobody forgets over night in whose name they work. */
export function actFor(acting: Acting): void {
  take(acting);
}

/** Acts as oneself again: by choice, where the delegation has ended, and with every sign-in and sign-out. */
export function actAsOneself(): void {
  take(null);
}

function take(acting: Acting | null): void {
  if (useActing.getState().acting === acting) return;
  useActing.setState({ acting });
  setApiActingFor(acting);
  void queryClient.invalidateQueries({ queryKey: ['space'] });
}
