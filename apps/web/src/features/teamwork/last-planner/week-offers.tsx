import type { WorkAhead } from '@gantry/contract';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Muted } from '../../../ui/text/text.tsx';
import { unitText } from '../../../ui/text/unit-text.ts';
import { showToast } from '../../../ui/toasts.tsx';
import classes from './last-planner.module.css';
import { type Offer, offerOf, sundayOf } from './last-planner.model.ts';
import { useWeekActs, type WeeksPlace } from './last-planner.queries.ts';
import { ReadinessLamp } from './readiness-lamp.tsx';

type Props = { place: WeeksPlace; week: string; works: readonly WorkAhead[] };

/** Works of a week that nobody has promised yet; approving makes promises of the ticked ones. */
export function WeekOffers({ place, week, works }: Props) {
  const { t } = useTranslation();
  const [changed, setChanged] = useState<ReadonlyMap<number, Partial<Offer>>>(new Map());
  const [busy, setBusy] = useState(false);
  const acts = useWeekActs(place);
  if (!works.length) return <Muted>{t('last_planner.nothing_due')}</Muted>;
  const offers = works.map((work) => ({ work, offer: { ...offerOf(work, week), ...changed.get(work.row_id) } }));
  const set = (id: number, change: Partial<Offer>): void => setChanged(new Map(changed).set(id, { ...changed.get(id), ...change }));
  const isBlocked = ({ readiness }: WorkAhead): boolean => readiness !== 'ready';
  const isFit = ({ quantity, last_day }: Offer): boolean =>
    quantity !== null && quantity > 0 && last_day >= week && last_day <= sundayOf(week);
  const ticked = offers.filter(({ offer }) => offer.chosen);
  const taken = ticked.filter(({ work, offer }) => isFit(offer) && (!isBlocked(work) || offer.override));
  const approve = async (): Promise<void> => {
    setBusy(true);
    try {
      const commitments = taken.map(({ offer: { item_id, quantity, last_day, user_id, override } }) => ({
        item_id,
        quantity: quantity ?? 0,
        last_day,
        user_id,
        override,
      }));
      const { made, refused } = await acts.approve({ week, commitments });
      if (refused.length) showToast('warn', t('last_planner.refused', { count: refused.length, reason: t(refused[0].code) }));
      else showToast('ok', t('last_planner.approved', { count: made }));
      setChanged(new Map());
    } catch {
      // The one error handler has said why; what was typed stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('last_planner.offers')}>
        <table className={classes.table} aria-label={t('last_planner.offers')}>
          <thead>
            <tr>
              <th scope="col" className={classes.lamps} aria-label={t('last_planner.promise')} />
              <th scope="col" className={classes.lamps} aria-label={t('last_planner.readiness')} />
              <th scope="col">{t('last_planner.work')}</th>
              <th scope="col">{t('last_planner.quantity')}</th>
              <th scope="col">{t('last_planner.unit')}</th>
              <th scope="col">{t('last_planner.last_day')}</th>
              <th scope="col">{t('last_planner.who')}</th>
              <th scope="col">{t('last_planner.override')}</th>
            </tr>
          </thead>
          <tbody>
            {offers.map(({ work, offer }) => {
              const name = `${work.row_code} ${work.row_name}`.trim();
              return (
                <tr key={work.row_id}>
                  <td>
                    <Checkbox
                      size="xs"
                      aria-label={t('last_planner.promise_of', { name })}
                      checked={offer.chosen}
                      onChange={({ currentTarget }) => set(work.row_id, { chosen: currentTarget.checked })}
                    />
                  </td>
                  <td>
                    <ReadinessLamp readiness={work.readiness} />
                  </td>
                  <td className={classes.name} title={name}>
                    {name}
                  </td>
                  <td className={classes.field}>
                    <NumberField
                      size="xs"
                      aria-label={t('last_planner.quantity_of', { name })}
                      min={0}
                      max={1e12}
                      value={offer.quantity}
                      onChange={(quantity) => set(work.row_id, { quantity, chosen: quantity !== null && quantity > 0 })}
                    />
                  </td>
                  <td className={classes.quiet}>{unitText(work, t)}</td>
                  <td className={classes.field}>
                    <DateField
                      size="xs"
                      aria-label={t('last_planner.last_day_of', { name })}
                      required
                      value={offer.last_day}
                      onChange={(date) => date && set(work.row_id, { last_day: date.slice(0, 10) })}
                    />
                  </td>
                  <td className={classes.quiet}>{work.executor}</td>
                  <td className={classes.quiet}>
                    {isBlocked(work) && (
                      <Checkbox
                        size="xs"
                        label={t('last_planner.nevertheless')}
                        aria-label={t('last_planner.nevertheless_of', { name })}
                        checked={offer.override}
                        onChange={({ currentTarget }) =>
                          set(work.row_id, { override: currentTarget.checked, chosen: currentTarget.checked })
                        }
                      />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div className={classes.line}>
        <Button loading={busy} disabled={!taken.length} onClick={() => void approve()}>
          {t('last_planner.approve', { count: taken.length })}
        </Button>
        {ticked.length > taken.length && (
          <span className={classes.note}>{t('last_planner.not_fit', { count: ticked.length - taken.length })}</span>
        )}
      </div>
    </>
  );
}
