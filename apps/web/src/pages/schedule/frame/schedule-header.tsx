import { Badge } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { knownUserId } from '../../../features/access/users/users.queries.ts';
import { MissingVolumesDialog } from '../../../features/costing/cost-links/missing-volumes-dialog.tsx';
import { OutdatedBadge } from '../../../features/costing/cost-links/outdated-badge.tsx';
import { ParityDialog } from '../../../features/operations/parity/parity-dialog.tsx';
import { PresenceBadge } from '../../../features/planning/presence/presence-badge.tsx';
import { companionsOf, initialsByRow } from '../../../features/planning/presence/presence.model.ts';
import { usePresence } from '../../../features/planning/presence/presence.queries.ts';
import { TimetableBadge } from '../../../features/planning/timetable/timetable-badge.tsx';
import { LevelingDialog } from '../../../features/planning/timetable/leveling-dialog.tsx';
import { TimetableSettings } from '../../../features/planning/timetable/timetable-settings.tsx';
import { VersionMenu } from '../../../features/planning/versions/version-menu.tsx';
import { useVersion } from '../../../features/planning/versions/versions.queries.ts';
import { nameOf, type ScheduleView, titleOf } from '@gantry/plan-view';
import type { Gantt } from '../../../ui/gantt/create-gantt.ts';
import { closeForm, useNamedForm, useOpenForm } from '../../../ui/forms/open-form.ts';
import { HeaderSlot } from '../../../ui/shell-slots.tsx';
import classes from '../schedule-page.module.css';
import type { useCalculation } from '../use-calculation.ts';

type Props = {
  spaceId: number;
  versionId: number;
  view: ScheduleView;
  gantt: RefObject<Gantt | null>;
  selected: number[];
  calculation: ReturnType<typeof useCalculation>;
  may: { edit: boolean; calculate: boolean; boards: boolean };
  /** Keeps how the version is looked at, for its print. */
  onPrint(): void;
  onOpen(itemId: number): void;
};

/** What the header says of the open version: its kind and lock, who else is here, its calculation, what can be done with it. */
export function ScheduleHeader({ spaceId, versionId, view, gantt, selected, calculation, may, onPrint, onOpen }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const version = useVersion(versionId).data;
  const people = usePresence(versionId);
  const companions = useMemo(() => companionsOf(people, knownUserId()), [people]);
  useEffect(() => {
    gantt.current?.set({ here: initialsByRow(companions) });
  }, [gantt, companions]);
  const openForm = useOpenForm();
  const settings = useNamedForm('settings');
  const [leveling, setLeveling] = useState(false);
  const [parity, setParity] = useState(false);
  const [missing, setMissing] = useState(false);
  const label = (id: number): string => nameOf(view.document, id);
  const title = (id: number): string => titleOf(view.document, id);
  return (
    <HeaderSlot>
      {version && version.kind !== 'version' && <Badge variant="light">{t(`versions.kind_${version.kind}`)}</Badge>}
      {version?.locked && (
        <span className={classes.here}>
          <IconLock size={16} stroke={1.5} /> {t('versions.locked')}
        </span>
      )}
      {version && !version.locked && !may.edit && <Badge variant="light">{t('versions.read_only')}</Badge>}
      <PresenceBadge companions={companions} nameOf={label} onOpen={onOpen} />
      <OutdatedBadge spaceId={spaceId} versionId={versionId} onMissing={() => setMissing(true)} />
      <MissingVolumesDialog {...{ spaceId, versionId }} opened={missing} onClose={() => setMissing(false)} />
      <TimetableBadge
        versionId={versionId}
        mayCalculate={may.calculate}
        canCalculate={may.calculate && !version?.locked && view.rows.count > 0}
        readOnly={!may.edit || version?.locked === true}
        busy={calculation.busy}
        selectedCount={selected.length}
        onCalculate={() => void calculation.start()}
        onCalculateSelected={() => void calculation.start(selected)}
        onSettings={() => openForm({ form: 'settings' })}
        onLeveling={() => setLeveling(true)}
        onOpen={onOpen}
        nameOf={title}
      />
      <TimetableSettings
        versionId={versionId}
        opened={settings !== null}
        readOnly={!may.edit || version?.locked === true}
        selected={selected}
        onEdit={calculation.onEdit}
        onEditChange={calculation.setOnEdit}
        onClose={closeForm}
      />
      <LevelingDialog versionId={versionId} opened={leveling} onClose={() => setLeveling(false)} onOpen={onOpen} nameOf={label} />
      <ParityDialog version={parity && version ? version : null} onClose={() => setParity(false)} />
      {version && (
        <VersionMenu
          spaceId={spaceId}
          version={version}
          canEdit={may.edit}
          selected={selected}
          onOpenRow={onOpen}
          onOpenVersion={(id) => void navigate({ to: `/${spaceId}/schedule/${id}` })}
          onParity={() => setParity(true)}
          onCyclogram={() => void navigate({ to: `/${spaceId}/schedule/${versionId}/cyclogram` })}
          onLookAhead={() => void navigate({ to: `/${spaceId}/schedule/${versionId}/look-ahead` })}
          onPrint={onPrint}
          onMissingVolumes={() => setMissing(true)}
          onReports={() => void navigate({ to: `/${spaceId}/schedule/${versionId}/reports` })}
          onBoards={
            may.boards
              ? () =>
                  void navigate({
                    to: '/$spaceId/kanban-schedule/$id',
                    params: { spaceId: String(spaceId), id: String(version.schedule_id) },
                  })
              : null
          }
          onCompare={() =>
            void navigate({
              to: '/$spaceId/compare/$scheduleId',
              params: { spaceId: String(spaceId), scheduleId: String(version.schedule_id) },
              search: { versions: String(versionId) },
            })
          }
        />
      )}
    </HeaderSlot>
  );
}
