import { api } from '@gantry/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { usePush } from '../../lib/push.ts';

export type OpenVersionState = { state: 'looking' } | { state: 'open'; id: number } | { state: 'missing'; scheduleId: number | null };

/** What the address names: a version, or a schedule, whose actual version is then opened. */
export function useOpenVersion(spaceId: number, id: number): OpenVersionState {
  const navigate = useNavigate();
  const [found, setFound] = useState<{ for: number; result: OpenVersionState }>({ for: 0, result: { state: 'looking' } });
  // Whoever loses the right to a version that stands open does not go on looking at it.
  const [turn, setTurn] = useState(0);
  usePush('access_changed', () => setTurn((before) => before + 1));
  useEffect(() => {
    let alive = true;
    const settle = (result: OpenVersionState) => alive && setFound({ for: id, result });
    const asSchedule = async () => {
      const { version } = await call(api.versions.actualInfo, { params: { id } }, { quiet: true });
      if (!version) return settle({ state: 'missing', scheduleId: id });
      if (alive) await navigate({ to: `/${spaceId}/schedule/${version.id}`, replace: true });
    };
    call(api.versions.get, { params: { id } }, { quiet: true })
      .then(
        () => settle({ state: 'open', id }),
        () => asSchedule(),
      )
      .catch(() => settle({ state: 'missing', scheduleId: null }));
    return () => {
      alive = false;
    };
  }, [spaceId, id, navigate, turn]);
  return found.for === id ? found.result : { state: 'looking' };
}
