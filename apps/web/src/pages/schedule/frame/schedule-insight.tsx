import type { Edited } from '@gantry/contract';
import { type ScheduleView, titleOf } from '@gantry/plan-view';
import { useParams, useSearch } from '@tanstack/react-router';
import { AnalyticsTab } from '../../../features/insight/analytics/dashboards/analytics-tab.tsx';
import { WordsPanel } from '../../../features/operations/ai/words-panel.tsx';
import { useVersion } from '../../../features/planning/versions/versions.queries.ts';
import { HealthPanel } from '../../../features/insight/health/health-panel.tsx';
import { RiskPanel } from '../../../features/insight/risk/risk-panel.tsx';

type Props = {
  versionId: number;
  view: ScheduleView;
  minutesPerDay: number;
  readOnly: boolean;
  mayRun: boolean;
  /** Whether the person asks for plans in words. */
  mayAsk: boolean;
  onOpen(itemId: number): void;
  onEdited(send: () => Promise<Edited>): Promise<unknown>;
};

/** What an open version comes to, in figures and in words, what is wrong with it, and how likely it is. */
export function ScheduleInsight({ versionId, view, minutesPerDay, readOnly, mayRun, mayAsk, onOpen, onEdited }: Props) {
  const { figure } = useSearch({ strict: false }) as { figure?: string };
  const { spaceId } = useParams({ strict: false });
  const schedule = useVersion(versionId).data?.schedule_id ?? null;
  const { revision } = view.document;
  const name = (id: number): string => titleOf(view.document, id);
  return (
    <>
      <AnalyticsTab
        spaceId={Number(spaceId)}
        place={{ kind: 'version', id: versionId }}
        nodeId={schedule}
        revision={revision}
        version={{ id: versionId, revision, figure, onOpen }}
      />
      {mayAsk && <WordsPanel versionId={versionId} revision={revision} nameOf={name} onOpen={onOpen} />}
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
