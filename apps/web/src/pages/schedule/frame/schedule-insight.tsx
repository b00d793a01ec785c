import type { Edited } from '@gantry/contract';
import { type ScheduleView, titleOf } from '@gantry/plan-view';
import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnalyticsTab } from '../../../features/insight/analytics/dashboards/analytics-tab.tsx';
import { WordsPanel } from '../../../features/operations/ai/words-panel.tsx';
import { useVersion } from '../../../features/planning/versions/versions.queries.ts';
import { HealthPanel } from '../../../features/insight/health/health-panel.tsx';
import { RiskPanel } from '../../../features/insight/risk/risk-panel.tsx';
import classes from './schedule-insight.module.css';

type Props = {
  versionId: number;
  /** The focused row. */
  itemId: number | null;
  view: ScheduleView;
  minutesPerDay: number;
  readOnly: boolean;
  mayRun: boolean;
  /** Whether the person asks for plans in words. */
  mayAsk: boolean;
  onOpen(itemId: number): void;
  onEdited(send: () => Promise<Edited>): Promise<unknown>;
};

/** How long a row has the focus before its figures are loaded, in milliseconds. */
const FOCUS_MS = 200;

/**
 * The figures of an open version, its description in words, its health findings and its risk. The figures count the focused row and the rows
 * below it; a switch shows those of the whole plan. Checks and simulations are of a network, so they stay those of the whole plan.
 */
export function ScheduleInsight({ versionId, itemId, view, minutesPerDay, readOnly, mayRun, mayAsk, onOpen, onEdited }: Props) {
  const { figure } = useSearch({ strict: false }) as { figure?: string };
  const { spaceId } = useParams({ strict: false });
  const schedule = useVersion(versionId).data?.schedule_id ?? null;
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const [focused] = useDebouncedValue(itemId, FOCUS_MS);
  const [led, setLed] = useState<{ to: number; from: number | null } | null>(null);
  // A click on a work behind a figure moves the focus; the figure stays on the row that it was of.
  const row = led !== null && led.to === focused ? led.from : focused;
  const isThere = row !== null && view.document.tables.wbs.slotOf.has(row);
  const below = isThere && !whole ? row : null;
  const { revision } = view.document;
  const name = (id: number): string => titleOf(view.document, id);
  return (
    <>
      {isThere && (
        <SegmentedControl
          className={classes.scope}
          size="xs"
          fullWidth
          aria-label={t('analytics.which_works')}
          value={whole ? 'plan' : 'row'}
          onChange={(value) => setWhole(value === 'plan')}
          data={[
            { value: 'row', label: <bdi title={name(row)}>{name(row)}</bdi> },
            { value: 'plan', label: t('analytics.whole_plan') },
          ]}
        />
      )}
      <AnalyticsTab
        spaceId={Number(spaceId)}
        place={{ kind: 'version', id: versionId, ...(below === null ? {} : { below }) }}
        nodeId={schedule}
        revision={revision}
        version={{
          id: versionId,
          revision,
          figure,
          onOpen: (to) => {
            setLed({ to, from: below });
            onOpen(to);
          },
        }}
      />
      {below !== null && <h3 className={classes.whole}>{t('analytics.of_whole_plan')}</h3>}
      {mayAsk && <WordsPanel versionId={versionId} revision={revision} minutesPerDay={minutesPerDay} nameOf={name} onOpen={onOpen} />}
      <HealthPanel
        versionId={versionId}
        revision={revision}
        minutesPerDay={minutesPerDay}
        readOnly={readOnly}
        nameOf={name}
        onOpen={onOpen}
        onEdited={onEdited}
      />
      <RiskPanel versionId={versionId} revision={revision} mayRun={mayRun} nameOf={name} onOpen={onOpen} />
    </>
  );
}
