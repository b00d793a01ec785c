import { type RiskResultRow, type RiskSettings, riskSettings } from '@gantry/contract';
import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { formatCount, formatMoney, formatNumber, moneyTitle } from '../../../lib/numbers.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { useJob, useTrackJob } from '../../access/jobs/jobs.queries.ts';
import { RiskBars } from './risk-bars.tsx';
import { RiskScatter } from './risk-scatter.tsx';
import { percent } from './risk.model.ts';
import { startRisk, useRisk } from './risk.queries.ts';
import classes from './risk.module.css';

type Props = { versionId: number; revision: number; mayRun: boolean; nameOf(itemId: number): string; onOpen(itemId: number): void };

/** How likely the finish and the money of a plan are, and which works drive them; each leads to its row. */
export function RiskPanel({ versionId, revision, mayRun, nameOf, onOpen }: Props) {
  const { t } = useTranslation();
  const { data, isError } = useRisk(versionId);
  const [typed, setTyped] = useState<RiskSettings | null>(null);
  const [jobId, setJobId] = useState<number | null>(null);
  const track = useTrackJob();
  const job = useJob(jobId);
  const busy = job !== undefined && (job.status === 'waiting' || job.status === 'running');
  if (isError) return <p className={classes.note}>{t('risk.not_loaded')}</p>;
  if (!data) return <Loader size="sm" m="md" role="status" aria-label={t('risk.loading')} />;
  const { computed } = data;
  const settings = typed ?? computed?.settings ?? riskSettings.parse({});
  const { low, likely, high } = settings.usual;
  const inOrder = low <= likely && likely <= high;
  const run = async (): Promise<void> => {
    const id = await startRisk(versionId, settings).catch(() => null);
    if (id === null) return;
    setJobId(id);
    await track(id);
  };
  return (
    <section className={classes.panel} aria-label={t('risk.title')}>
      <h3>{t('risk.title')}</h3>
      {!computed && (
        <p className={classes.note}>
          <b>{t('risk.none')}.</b> {t('risk.none_hint')}
        </p>
      )}
      {mayRun && (
        <fieldset className={classes.settings}>
          <legend>{t('risk.settings')}</legend>
          {(['low', 'likely', 'high'] as const).map((end) => (
            <NumberField
              key={end}
              size="xs"
              min={0}
              max={1000}
              label={t(`risk.${end}`)}
              value={Math.round(settings.usual[end] * 1000) / 10}
              onChange={(value) => setTyped({ ...settings, usual: { ...settings.usual, [end]: (value ?? 100) / 100 } })}
            />
          ))}
          <NumberField
            size="xs"
            min={0}
            max={95}
            label={t('risk.correlation')}
            value={Math.round(settings.correlation * 100)}
            onChange={(value) => setTyped({ ...settings, correlation: (value ?? 0) / 100 })}
          />
          <NumberField
            size="xs"
            whole
            min={100}
            max={5000}
            label={t('risk.iterations')}
            value={settings.iterations}
            onChange={(value) => setTyped({ ...settings, iterations: value ?? 1000 })}
          />
          <p className={classes.note} role={inOrder ? undefined : 'alert'}>
            {t(inOrder ? 'risk.hint' : 'validation.spread_order')}
          </p>
          <Button size="xs" disabled={!inOrder} loading={busy} onClick={() => void run()}>
            {t(busy ? 'risk.running' : 'risk.run')}
          </Button>
        </fieldset>
      )}
      {computed && (
        <>
          {computed.revision < revision && (
            <p className={classes.note} role="status">
              {t('risk.outdated')}
            </p>
          )}
          <Result result={computed.result} nameOf={nameOf} onOpen={onOpen} />
        </>
      )}
    </section>
  );
}

const LEVELS = ['p10', 'p50', 'p80', 'p90'] as const;

function Result({ result, nameOf, onOpen }: { result: RiskResultRow } & Pick<Props, 'nameOf' | 'onOpen'>) {
  const { t } = useTranslation();
  const { finish, drivers, events, iterations, points, joint_share: joint } = result;
  // A plan without costs has no risk of them.
  const cost = result.cost?.p90 ? result.cost : null;
  const sentence = t('risk.sentence', {
    planned: formatLocal(finish.planned),
    share: percent(finish.planned_share),
    count: iterations,
    p80: formatLocal(finish.p80),
  });
  const together = joint === null ? '' : t('risk.joint', { share: percent(joint) });
  return (
    <>
      <RiskBars finish={finish} sentence={sentence} />
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('risk.level')}</th>
            <th scope="col">{t('risk.finish')}</th>
            {cost && <th scope="col">{moneyTitle(t('risk.cost'))}</th>}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('risk.planned')}</th>
            <td>{`${formatLocal(finish.planned)} (${percent(finish.planned_share)})`}</td>
            {cost && <td>{`${formatMoney(cost.planned, { decimals: 0 })} (${percent(cost.planned_share)})`}</td>}
          </tr>
          {LEVELS.map((level) => (
            <tr key={level}>
              <th scope="row">{level.toUpperCase()}</th>
              <td>{formatLocal(finish[level])}</td>
              {cost && <td>{formatMoney(cost[level], { decimals: 0 })}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {cost && joint !== null && points.length === 0 && <p className={classes.note}>{together}</p>}
      {cost && points.length > 0 && <RiskScatter finish={finish} cost={cost} points={points} sentence={together} />}
      {events.length > 0 && (
        <ul className={classes.note} aria-label={t('risk.events')}>
          {events.map(({ name, share, delay_days: days }) => (
            <li key={name}>
              <bdi>{name}</bdi>: {t('risk.event_delay', { share: percent(share), days: formatNumber(days, { decimals: 1 }) })}
            </li>
          ))}
        </ul>
      )}
      {drivers.length === 0 ? (
        <p className={classes.note}>{t('risk.no_drivers')}</p>
      ) : (
        <table className={classes.table}>
          <caption>{t('risk.drivers')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('risk.driver')}</th>
              <th scope="col">{t('risk.critical')}</th>
              <th scope="col" title={t('risk.swing_hint')}>
                {t('risk.swing')}
              </th>
              {cost && (
                <th scope="col" title={t('risk.swing_hint')}>
                  {t('risk.swing_cost')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {drivers.map(({ item_id, criticality, swing_days: swing, swing_cost: money }) => (
              <tr key={item_id}>
                <th scope="row">
                  <button type="button" className={classes.row} onClick={() => onOpen(item_id)}>
                    <bdi>{nameOf(item_id)}</bdi>
                  </button>
                  <i
                    className={classes.swing}
                    aria-hidden
                    style={{ width: `${Math.max(0, (swing / Math.max(drivers[0].swing_days, 0.1)) * 100)}%` }}
                  />
                </th>
                <td>{percent(criticality)}</td>
                <td>{formatNumber(swing, { decimals: 1 })}</td>
                {cost && <td>{money === null ? '–' : formatCount(money)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
