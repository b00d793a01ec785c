import type { Flow, FlowFinding } from '@gantry/plan-view';
import { NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import { shortDate } from '../../../ui/gantt/labels.ts';
import { SHAPE_OF } from '../../../ui/text/scores.ts';
import classes from './flow-acts.module.css';

type Props = {
  flow: Flow;
  findings: readonly FlowFinding[];
  leastDays: number;
  dayMinutes: number;
  nameOfWork(id: number): string;
  nameOfCrew(id: number): string;
  onLeast(days: number): void;
  /** Shows a work in its place on the chart. */
  onPlace(work: number): void;
  onOpen(work: number): void;
};

const MOST_SHOWN = 200;

/** What is wrong in the cyclogram, the worst first: each with its light, its place on the chart and its rows in the schedule. */
export function FlowFindings({ flow, findings, leastDays, dayMinutes, nameOfWork, nameOfCrew, onLeast, onPlace, onOpen }: Props) {
  const { t } = useTranslation();
  const aboutOf = ({ minutes, days, crew }: FlowFinding): string => {
    if (crew !== undefined) return nameOfCrew(crew);
    if (minutes !== undefined) return t('cyclogram.days_between', { days: formatNumber(minutes / dayMinutes, { decimals: 1 }) });
    return days === undefined ? '' : t('cyclogram.waits', { count: days });
  };
  return (
    <div className={classes.room} role="region" tabIndex={0} aria-label={t('cyclogram.findings')}>
      <h2>{t('cyclogram.found', { count: findings.length })}</h2>
      <NumberInput
        size="xs"
        w={180}
        label={t('cyclogram.least_buffer')}
        min={0}
        max={365}
        value={leastDays}
        onChange={(value) => typeof value === 'number' && value >= 0 && onLeast(value)}
      />
      <ul className={classes.findings}>
        {findings.slice(0, MOST_SHOWN).map((finding) => {
          const { kind, light, works, place, line, from, to } = finding;
          return (
            <li key={`${kind} ${works.join(' ')} ${line}`}>
              <span className={classes.light} data-light={light}>
                <span aria-hidden>{SHAPE_OF[light]}</span> {t(`cyclogram.light_${light}`)}
              </span>
              <span>{t(`cyclogram.finding_${kind}`)}</span>
              <button type="button" className={classes.open} onClick={() => onPlace(works[works.length - 1])}>
                <bdi>{place === null ? flow.lines[line] : flow.places[place]}</bdi>
              </button>
              <span>{[...new Set([shortDate(from), shortDate(to)])].join(' – ')}</span>
              <span>{aboutOf(finding)}</span>
              <span className={classes.works}>
                {works.map((id) => (
                  <button key={id} type="button" className={classes.open} onClick={() => onOpen(id)}>
                    <bdi>{nameOfWork(id)}</bdi>
                  </button>
                ))}
              </span>
            </li>
          );
        })}
      </ul>
      {findings.length > MOST_SHOWN && <p>{t('cyclogram.and_more', { count: findings.length - MOST_SHOWN })}</p>}
    </div>
  );
}
