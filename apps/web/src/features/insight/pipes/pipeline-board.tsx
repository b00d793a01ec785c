import type { PipelineCell, PipelinePackage, PipelineStage } from '@gantry/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/numbers.ts';
import classes from './pipes.module.css';

type Props = {
  stages: readonly PipelineStage[];
  packages: readonly PipelinePackage[];
  mayApprove: boolean;
  /** Opens a work of a stage. */
  onOpen(stage: PipelineStage, itemId: number): void;
  onApprove(scheduleId: number, code: string, approved: boolean): void;
};

/** Lights differ by shape and word, not by colour alone. */
const SHAPE_OF: Record<PipelineCell['light'], string> = { ok: '●', watch: '▲', act: '■', none: '○', done: '✓' };

/** Packages by stages: how far each is, when it is needed, and whether its gate is open. */
export function PipelineBoard({ stages, packages, mayApprove, onOpen, onApprove }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.room}>
      <table className={classes.board} aria-label={t('pipe.title')}>
        <thead>
          <tr>
            <th scope="col">{t('pipe.package')}</th>
            {stages.map((stage) => (
              <th scope="col" key={stage.schedule_id}>
                <bdi>{stage.name}</bdi>
                <small>{t('pipe.stage_count', { done: stage.done, packages: stage.packages, open: stage.in_progress })}</small>
                {stage.limit !== null && (
                  <small className={stage.in_progress > stage.limit ? classes.over : undefined}>
                    {t(stage.in_progress > stage.limit ? 'pipe.over_limit' : 'pipe.within_limit', { most: formatCount(stage.limit) })}
                  </small>
                )}
                <small>
                  {[
                    ...(stage.age_days === null ? [] : [t('pipe.stage_age', { age: formatCount(stage.age_days) })]),
                    t('pipe.throughput', { count: stage.throughput }),
                  ].join(', ')}
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {packages.map(({ code, name, cells }) => (
            <tr key={code}>
              <th scope="row">
                <bdi>{code}</bdi>
                <small>
                  <bdi>{name}</bdi>
                </small>
              </th>
              {stages.map((stage) => {
                const cell = cells.find(({ schedule_id }) => schedule_id === stage.schedule_id);
                return (
                  <td key={stage.schedule_id}>
                    {cell && (
                      <Cell
                        code={code}
                        stage={stage}
                        cell={cell}
                        mayApprove={mayApprove}
                        heldBy={stages.find(({ schedule_id }) => schedule_id === cell.held_by)?.name ?? null}
                        onOpen={(itemId) => onOpen(stage, itemId)}
                        onApprove={(approved) => onApprove(stage.schedule_id, code, approved)}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CellProps = {
  code: string;
  stage: PipelineStage;
  cell: PipelineCell;
  mayApprove: boolean;
  /** The stage whose gate holds the package back. */
  heldBy: string | null;
  onOpen(itemId: number): void;
  onApprove(approved: boolean): void;
};

function Cell({ code, stage, cell, mayApprove, heldBy, onOpen, onApprove }: CellProps) {
  const { t } = useTranslation();
  const { light, slack_days: slack, gate, finish, need, progress } = cell;
  const date = (value: string | null): string => formatLocal(value);
  const values = { code, stage: stage.name };
  const mayDecide = mayApprove && gate?.may_approve;
  return (
    <>
      <button type="button" className={classes.open} title={t('pipe.open', values)} onClick={() => onOpen(cell.last_row_id)}>
        <span className={classes.light} data-light={light}>
          <span aria-hidden>{SHAPE_OF[light]} </span>
          {t(`pipe.light_${light}`)}
        </span>
        {slack !== null && ` ${t('pipe.slack', { days: slack > 0 ? `+${formatCount(slack)}` : formatCount(slack) })}`}
      </button>
      <div className={classes.bar} aria-hidden>
        <i style={{ width: `${Math.round(progress * 100)}%` }} />
      </div>
      <small>
        {`${formatCount(progress * 100)} %, `}
        {need === null ? date(finish) : t('pipe.cell_dates', { finish: date(finish), need: date(need) })}
      </small>
      {heldBy !== null && <small className={classes.over}>{t('pipe.held_by', { stage: heldBy })}</small>}
      {gate && (
        <small className={classes.gate}>
          {gate.state === 'blocked' ? (
            <button
              type="button"
              className={classes.open}
              title={t('pipe.open_blocking', values)}
              onClick={() => onOpen(gate.open_row_id ?? cell.last_row_id)}
            >
              {t('pipe.gate_blocked', { count: gate.open_works })}
            </button>
          ) : gate.state === 'passed' && gate.approved_by !== null ? (
            t('pipe.gate_passed_by', { name: gate.approved_by })
          ) : (
            t(`pipe.gate_${gate.state}`)
          )}
          {gate.unmet.map(({ figure, value, most, works }, place) => (
            <span key={place}>
              {figure === null
                ? t('pipe.unmet_rows', { count: works })
                : t(value === null ? 'pipe.unmet_unmeasured' : 'pipe.unmet_figure', {
                    figure: t(`scoreboard.figure_${figure}`),
                    value: formatCount(value ?? 0),
                    most: formatCount(most ?? 0),
                  })}
            </span>
          ))}
          {mayDecide && gate.state === 'waiting' && (
            <Button size="compact-xs" variant="default" aria-label={t('pipe.approve_name', values)} onClick={() => onApprove(true)}>
              {t('pipe.approve')}
            </Button>
          )}
          {mayDecide && gate.approved_by !== null && (
            <Button size="compact-xs" variant="subtle" aria-label={t('pipe.take_back_name', values)} onClick={() => onApprove(false)}>
              {t('pipe.take_back')}
            </Button>
          )}
        </small>
      )}
    </>
  );
}
