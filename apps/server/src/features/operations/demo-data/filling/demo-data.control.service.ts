import { pipelineSettings, SCOREBOARD_FIGURES, type ScoreboardColumn, type ScoreboardFigure } from '@gantry/contract';
import { dayOf, formatMinute, minuteAt, MINUTES_PER_DAY, partsOf } from '@gantry/domain';
import type { Context } from '../../../../platform/context.ts';
import { beginAct, changeAct } from '../../../costing/acts/acts.service.ts';
import { approvePackage, createPipe, readPipeline, saveSettings } from '../../../insight/pipes/pipes.service.ts';
import { boards } from '../../../insight/scoreboard/scoreboard.service.ts';
import { readVersion } from '../../../planning/edits/edits.service.ts';
import { createNode } from '../../../structure/eps/eps.service.ts';
import { saveThings } from '../demo-data.repository.ts';
import type { DemoTexts, Somebody } from '../texts/demo-data.words.rules.ts';
import { supplyRows } from './demo-data.plan.rules.ts';
import { beginPlan, createPlan, type DemoPlan, mondayAt, packWorks } from './demo-data.plan.service.ts';

/** So many weeks ago the supply of the façade began, and so many calendar days before a storey is clad its panels must be there. */
const SUPPLY_WEEKS_AGO = 14;
const DAYS_BEFORE = 5;
/** Of the packages that are ready, so many are not approved yet. */
const UNAPPROVED = 1;

/** A schedule that supplies the works, joined with them by packages, with gates between them. */
export async function fillSupply(context: Context, works: DemoPlan, projectId: number, texts: DemoTexts): Promise<void> {
  const scheduleId = await createNode(context, { kind: 'schedule', name: texts.supply, parent_id: projectId });
  const start = mondayAt(context.now(), -SUPPLY_WEEKS_AGO);
  const supply = await createPlan(context, scheduleId, texts, { start, team: null, rows: supplyRows(texts) });
  await packWorks(context, supply, texts, /^(?:dr|pa)(\d+)$/);
  await beginPlan(context, supply, texts);

  const side = (schedule_id: number) => ({ schedule_id, attribute: texts.attributes.package, separator: '' });
  await createPipe(context, {
    project_id: projectId,
    name: texts.pipe,
    main: side(works.scheduleId),
    supply: side(scheduleId),
    need: { end: 'start', days: DAYS_BEFORE },
  });
  const gates = [{ schedule_id: scheduleId, progress: 1, approval: true }];
  await saveSettings(context, projectId, pipelineSettings.parse({ stages: [scheduleId, works.scheduleId], warn_days: 5, gates }));
  const { packages } = await readPipeline(context, projectId);
  const ready = packages.filter(({ cells }) =>
    cells.some(({ schedule_id, gate }) => schedule_id === scheduleId && gate?.state === 'waiting'),
  );
  for (const { code } of ready.slice(0, -UNAPPROVED))
    await approvePackage(asNamed(context, texts, 0), projectId, { schedule_id: scheduleId, code, approved: true });
}

const FIGURES: readonly ScoreboardFigure[] = [
  'progress',
  'progress_behind',
  'deviation_days',
  'spi',
  'cpi',
  'overdue',
  'late_against_target',
];

/** A shared board of all schedules of the space, unless its maker has one of that name. */
export async function fillScoreboard(context: Context, texts: DemoTexts): Promise<void> {
  if ((await boards.list(context, '')).some(({ name }) => name === texts.scoreboard)) return;
  const columns = FIGURES.map((figure): ScoreboardColumn => ({
    figure,
    warn: SCOREBOARD_FIGURES[figure].warn,
    error: SCOREBOARD_FIGURES[figure].error,
  }));
  const content = { rows: { kind: 'schedule' as const, under: null }, columns, sort: 'worst' as const };
  const id = await boards.create(context, { name: texts.scoreboard, shared: true, content });
  await context.write((tx) => saveThings(tx, context.spaceId, [{ preset_id: id }]));
}

/** Acts of each month since the first that has facts; that of this month is a draft. */
export async function fillActs(
  context: Context,
  { scheduleId, versionId }: { scheduleId: number; versionId: number },
  texts: DemoTexts,
): Promise<void> {
  const series = await readVersion(context, versionId, (reader) => reader.rows('daySeries'));
  const days = series.filter(({ mode, measure }) => mode === 'fact' && measure === 'volume').map(({ days: { firstDay } }) => firstDay);
  if (!days.length) return;
  const { year, month } = partsOf(Math.min(...days) * MINUTES_PER_DAY);
  const yesterday = textOf(dayOf(minuteAt(context.today)) - 1);
  for (let at = month; ; at += 1) {
    const end = new Date(Date.UTC(year, at, 0)).toISOString().slice(0, 10);
    const to = end < yesterday ? end : yesterday;
    const act = { schedule_id: scheduleId, version_id: versionId, pdc_id: null, to, vat_rate: texts.vat, vat_mode: 'document' as const };
    const id = await beginAct(context, act);
    if (end >= yesterday) return;
    await changeAct(asNamed(context, texts, 5), id, { state: 'issued' });
  }
}

/** Acts of the caller that bear a name of the sample. */
const asNamed = (context: Context, { people }: DemoTexts, one: Somebody): Context => ({ ...context, userName: people[one].join(' ') });

const textOf = (day: number): string => formatMinute(day * MINUTES_PER_DAY).slice(0, 10);
