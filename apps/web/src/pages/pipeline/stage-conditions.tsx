import type { RowFilter } from '@gantry/domain';
import { ConditionPicker } from '../../ui/conditions/condition-picker.tsx';
import { DAYS_OF_EIGHT_HOURS } from '../../ui/conditions/conditions.ts';
import { useBoardColumns } from '../kanban/use-board-columns.ts';

type Props = { spaceId: number; versionId: number | null; value: RowFilter; onChange(value: RowFilter): void };

/** Conditions on the works of a stage: the columns of its version. */
export function StageConditions({ spaceId, versionId, value, onChange }: Props) {
  const columns = useBoardColumns(spaceId, versionId);
  return <ConditionPicker columns={columns} form={DAYS_OF_EIGHT_HOURS} value={value} onChange={onChange} />;
}
