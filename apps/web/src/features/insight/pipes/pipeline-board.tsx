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
  onOpen(stage: PipelineStage, cell: PipelineCell): void;
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
                        onOpen={() => onOpen(stage, cell)}
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
  onOpen(): void;
  onApprove(approved: boolean): void;
};

function Cell({ code, stage, cell, mayApprove, onOpen, onApprove }: CellProps) {
  const { t } = useTranslation();
  const { light, slack_days: slack, gate, finish, need, progress } = cell;
  const date = (value: string | null): string => formatLocal(value);
  const values = { code, stage: stage.name };
  return (
    <>
      <button type="button" className={classes.open} title={t('pipe.open', values)} onClick={onOpen}>
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
      {gate && (
        <small className={classes.gate}>
          {gate.state === 'blocked'
            ? t('pipe.gate_blocked', { count: gate.open_works })
            : gate.state === 'passed' && gate.approved_by !== null
              ? t('pipe.gate_passed_by', { name: gate.approved_by })
              : t(`pipe.gate_${gate.state}`)}
          {mayApprove && gate.state === 'waiting' && (
            <Button size="compact-xs" variant="default" aria-label={t('pipe.approve_name', values)} onClick={() => onApprove(true)}>
              {t('pipe.approve')}
            </Button>
          )}
          {mayApprove && gate.approved_by !== null && (
            <Button size="compact-xs" variant="subtle" aria-label={t('pipe.take_back_name', values)} onClick={() => onApprove(false)}>
              {t('pipe.take_back')}
            </Button>
          )}
        </small>
      )}
    </>
  );
}
