import { FieldScreen } from '../../features/planning/day-entries/field-screen.tsx';
import { FieldRoadblocks } from '../../features/teamwork/last-planner/field-roadblocks.tsx';
import { useFieldRoadblocks } from '../../features/teamwork/last-planner/last-planner.field.queries.ts';
import { InstallPrompt } from './install-prompt.tsx';

/** The field mode: works of the person with reports, and what keeps them from going on. */
export function FieldPage({ userId, spaceId }: { userId: number; spaceId: number }) {
  const roadblocks = useFieldRoadblocks({ userId, spaceId });
  return (
    <FieldScreen
      userId={userId}
      spaceId={spaceId}
      notice={<InstallPrompt />}
      renderBelow={(row) => <FieldRoadblocks row={row} roadblocks={roadblocks} />}
    />
  );
}
