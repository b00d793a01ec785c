import type { Flow, FlowPace } from '@gantry/plan-view';
import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortDate } from '../../ui/gantt/labels.ts';
import classes from './flow-lines.module.css';

type Props = {
  flow: Flow;
  paces: readonly FlowPace[];
  tints: ReadonlyMap<string, number>;
  mayShare: boolean;
  /** Null: the plan may only be read. */
  onPace: ((pace: FlowPace) => void) | null;
  onColour(line: string, tint: number | null, shared: boolean): void;
};

const TINTS = [1, 2, 3, 4, 5, 6, 7, 8];

/** The lines of the chart: their colours, and where they wait. */
export function FlowLines({ flow, paces, tints, mayShare, onPace, onColour }: Props) {
  const { t } = useTranslation();
  const [shared, setShared] = useState(false);
  return (
    <div className={classes.room} role="region" tabIndex={0} aria-label={t('cyclogram.lines_pane')}>
      {mayShare && (
        <Switch size="xs" label={t('cyclogram.for_all')} checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} />
      )}
      <table className={classes.lines}>
        <thead>
          <tr>
            {(['line', 'colour', 'works', 'start', 'finish', 'idle', 'pace'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`cyclogram.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {paces.map((pace) => {
            const name = flow.lines[pace.line];
            return (
              <tr key={pace.line}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td>
                  <span role="group" aria-label={t('ui.named', { name: t('cyclogram.colour'), text: name })} className={classes.tints}>
                    {TINTS.map((tint) => (
                      <button
                        key={tint}
                        type="button"
                        aria-label={t('cyclogram.colour_of', { name, tint })}
                        aria-pressed={tints.get(name) === tint}
                        style={{ background: `var(--gantry-flow-${tint})` }}
                        onClick={() => onColour(name, tints.get(name) === tint ? null : tint, shared)}
                      />
                    ))}
                  </span>
                </td>
                <td>{pace.works}</td>
                <td>{shortDate(pace.start)}</td>
                <td>{shortDate(pace.finish)}</td>
                <td>{pace.idleDays}</td>
                <td>
                  {onPace && pace.starts.size > 0 && (
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={t('cyclogram.pace_line', { name })}
                      title={t('cyclogram.pace_hint', { count: pace.starts.size })}
                      onClick={() => onPace(pace)}
                    >
                      {t('cyclogram.pace_act')}
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
