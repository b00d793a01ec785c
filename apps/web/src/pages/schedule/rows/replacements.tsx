import { attributeOfColumn } from '@gantry/domain';
import { valueOf, type ScheduleView } from '@gantry/plan-view';
import { useMemo } from 'react';
import { useMembers } from '../../../features/access/spaces/spaces.queries.ts';
import { ReplacementsDialog } from '../../../features/planning/replacements/replacements-dialog.tsx';
import type { ScheduleSession } from '../../../features/planning/wbs/wbs.queries.ts';
import { personName } from '../../../lib/person-name.ts';
import type { ScheduleLook } from '../use-schedule-view.ts';

type Props = {
  opened: boolean;
  spaceId: number;
  scheduleId: number | null;
  session: ScheduleSession;
  view: ScheduleView;
  look: ScheduleLook;
  selected: readonly number[];
  onOpen(itemId: number): void;
  onClose(): void;
};

/** Replacement rules over the open version, with what it offers to choose from. */
export function Replacements({ opened, spaceId, scheduleId, session, view, look, selected, onOpen, onClose }: Props) {
  const members = useMembers(spaceId);
  const people = useMemo(() => (members ?? []).map((person) => ({ value: person.id, label: personName(person) })), [members]);
  const attributes = useMemo(
    () =>
      look.conditionColumns.filter(
        ({ id }) => attributeOfColumn(id) !== null && look.infos.some((info) => info.id === id && info.editable),
      ),
    [look.conditionColumns, look.infos],
  );
  const chosen = selected.map((id) => ({ id, code: valueOf(view.document, 'wbs', id, 'code') ?? '' }));
  if (scheduleId === null) return null;
  return (
    <ReplacementsDialog
      opened={opened}
      offers={{ spaceId, scheduleId, versionId: session.versionId, people, attributes, form: look.form }}
      revision={view.document.revision}
      columns={look.conditionColumns}
      filter={look.filter}
      chosen={chosen}
      onEdited={(send) => session.run(send)}
      onOpen={onOpen}
      onClose={onClose}
    />
  );
}
