import type { api, Output } from '@gantry/contract';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { reasonText } from '../../../ui/text/refusal-text.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { hoursText } from './timesheets.model.ts';

/** Says what of written hours was not taken and why, and which day looks too long. */
export function useLineToasts(): (done: Output<typeof api.timesheets.create>) => void {
  const { t } = useTranslation();
  const gaveWay = useGivenWayToasts();
  return ({ refused, long, given_way }) => {
    gaveWay(given_way);
    for (const reason of new Set(refused.map((one) => reasonText(one, t)))) showToast('error', t('timesheets.refused', { reason }));
    for (const { day, minutes } of long)
      showToast('warn', t('timesheets.long_day', { hours: hoursText(minutes), date: formatLocal(`${day}T00:00`) }));
  };
}

/** Says which typed hours gave way to approved ones. */
export function useGivenWayToasts(): (given: Output<typeof api.timesheets.approve>['given_way']) => void {
  const { t } = useTranslation();
  return (given) => {
    for (const { name, day, hours } of given)
      showToast('warn', t('timesheets.given_way', { name, hours: hoursText(Math.round(hours * 60)), date: formatLocal(`${day}T00:00`) }));
  };
}
