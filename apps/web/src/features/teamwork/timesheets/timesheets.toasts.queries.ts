import type { api, Output } from '@gantry/contract';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { showNotTaken, showToast } from '../../../ui/toasts.tsx';
import { hoursText } from './timesheets.model.ts';

/** Says what of written hours was not taken and why, and which day looks too long. */
export function useLineToasts(): (done: Output<typeof api.timesheets.create>) => void {
  const { t } = useTranslation();
  const gaveWay = useGivenWayToasts();
  return ({ refused, long, given_way }) => {
    gaveWay(given_way);
    showNotTaken(refused, t);
    for (const { day, minutes } of long)
      showToast('warn', t('timesheets.long_day', { hours: hoursText(minutes), date: formatLocal(`${day}T00:00`) }));
  };
}

/** Says which lines were not decided on and why, and which typed hours gave way to approved ones. */
export function useDecisionToasts(): (done: Pick<Output<typeof api.timesheets.approve>, 'refused' | 'given_way'>) => void {
  const { t } = useTranslation();
  const gaveWay = useGivenWayToasts();
  return ({ refused, given_way }) => {
    showNotTaken(refused, t);
    gaveWay(given_way);
  };
}

function useGivenWayToasts(): (given: Output<typeof api.timesheets.approve>['given_way']) => void {
  const { t } = useTranslation();
  return (given) => {
    for (const { name, day, hours } of given)
      showToast('warn', t('timesheets.given_way', { name, hours: hoursText(Math.round(hours * 60)), date: formatLocal(`${day}T00:00`) }));
  };
}
