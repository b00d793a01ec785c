import {
  IconBriefcase,
  IconBuildingFactory2,
  IconCalendarStats,
  IconCircleCheck,
  IconFileTime,
  IconStack2,
  IconTargetArrow,
  type Icon,
} from '@tabler/icons-react';
import type { NodeKind, VersionKind } from '@gantry/domain';

const SHAPES: Record<NodeKind | `version_${VersionKind}`, Icon> = {
  facility: IconBuildingFactory2,
  project: IconBriefcase,
  schedule_group: IconStack2,
  schedule: IconCalendarStats,
  version_version: IconFileTime,
  version_actual: IconCircleCheck,
  version_target: IconTargetArrow,
};

/** The sign of a kind of node, or of a version. */
export function NodeIcon({ kind }: { kind: keyof typeof SHAPES }) {
  const Shape = SHAPES[kind];
  return <Shape size={16} stroke={1.5} aria-hidden style={{ flex: 'none', color: 'var(--gantry-neutral-8)' }} />;
}
