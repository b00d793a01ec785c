import { api } from '@gantry/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/calls/api-client.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { usePush } from '../../lib/push/push.ts';
import { showToast } from '../../ui/toasts.tsx';

export type OpenVersionState = { state: 'looking' } | { state: 'open'; id: number } | { state: 'missing'; scheduleId: number | null };

/** The version of the address, or the actual version of the schedule in the address; `screen` follows it in the address. */
export function useOpenVersion(spaceId: number, id: number, screen = ''): OpenVersionState {
  const navigate = useNavigate();
  const { t } = useTranslation();
  const [found, setFound] = useState<{ for: number; result: OpenVersionState }>({ for: 0, result: { state: 'looking' } });
  // Leaves the version when the person loses the right to see it.
  usePush('access_changed', () => {
    if (found.for !== id || found.result.state !== 'open') return;
    const close = (error: unknown): void => {
      if (error instanceof ApiError && [403, 404].includes(error.status))
        setFound({ for: id, result: { state: 'missing', scheduleId: null } });
    };
    void call(api.versions.get, { params: { id } }, { quiet: true }).then(() => {}, close);
  });
  usePush('delete_versions', ({ version_ids }) => {
    if (found.for !== id || !version_ids.includes(id)) return;
    setFound({ for: id, result: { state: 'missing', scheduleId: null } });
    showToast('warn', t('schedule.deleted_meanwhile'));
  });
  useEffect(() => {
    let alive = true;
    const settle = (result: OpenVersionState) => alive && setFound({ for: id, result });
    const asSchedule = async () => {
      const { version } = await call(api.versions.actualInfo, { params: { id } }, { quiet: true });
      if (!version) return settle({ state: 'missing', scheduleId: id });
      if (alive) await navigate({ to: `/${spaceId}/schedule/${version.id}${screen}`, replace: true });
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
  }, [spaceId, id, screen, navigate]);
  return found.for === id ? found.result : { state: 'looking' };
}
