import type { Edited } from '@gantry/contract';
import { attributeColumn } from '@gantry/domain';
import { useEffect, useRef } from 'react';
import { useMembers } from '../../../features/access/spaces/spaces.queries.ts';
import { useRight, useWhoAmI } from '../../../features/access/users/users.queries.ts';
import { RowFiles } from '../../../features/planning/attribute-values/row-files.tsx';
import { mayWriteDays } from '../../../features/planning/day-values/day-values.model.ts';
import { EntriesPanel } from '../../../features/planning/day-entries/entries-panel.tsx';
import { DayTotals } from '../../../features/planning/day-values/day-totals.tsx';
import { DayValuesPanel } from '../../../features/planning/day-values/day-values-panel.tsx';
import { LinksPanel } from '../../../features/planning/links/links-panel.tsx';
import { useLinks } from '../../../features/planning/links/links.queries.ts';
import { RelationsPanel } from '../../../features/planning/relations/relations-panel.tsx';
import { ResourceRatesPanel } from '../../../features/planning/resources/resource-rates-panel.tsx';
import { VersionDirectoriesPanel } from '../../../features/planning/version-directories/version-directories-panel.tsx';
import { ItemDates } from '../../../features/planning/wbs/item/item-dates.tsx';
import { ItemInfo } from '../../../features/planning/wbs/item/item-info.tsx';
import type { RowChange } from '../../../features/planning/wbs/wbs.commands.queries.ts';
import { commandsOf, type GridActions, type ScheduleSession } from '../../../features/planning/wbs/wbs.queries.ts';
import { fileValues, findTasks, rowOf, rowsOf, type ScheduleView, valueOf } from '@gantry/plan-view';
import { useRightAt } from '../../../features/structure/eps/eps.queries.ts';
import { useInfoTab } from '../../../features/structure/eps/eps.info-tabs.store.ts';
import { InfoPanel } from '../../../features/structure/eps/info-panel.tsx';
import { ActionItemsPanel } from '../../../features/teamwork/action-items/action-items-panel.tsx';
import { ChecklistsPanel } from '../../../features/teamwork/checklists/checklists-panel.tsx';
import { CommentsPanel } from '../../../features/teamwork/comments/comments-panel.tsx';
import { RoadblocksPanel } from '../../../features/teamwork/last-planner/roadblocks-panel.tsx';
import { TimesheetPanel } from '../../../features/teamwork/timesheets/timesheet-panel.tsx';
import { TimesheetPeople } from '../../../features/teamwork/timesheets/timesheet-people.tsx';
import { Gallery } from '../../../features/teamwork/storage/gallery.tsx';
import { personName } from '../../../lib/person-name.ts';
import { showToast } from '../../../ui/toasts.tsx';
import type { PanelState } from '../../../ui/side-panel.tsx';
import { rowAndAbove } from './row-and-above.ts';
import { ScheduleInsight } from './schedule-insight.tsx';
import { useNavigate, useSearch } from '@tanstack/react-router';

type Props = {
  spaceId: number;
  scheduleId: number | null;
  session: ScheduleSession;
  view: ScheduleView;
  /** The focused row. */
  focusId: number | null;
  selected: readonly number[];
  /** Nobody may write, whatever their rights. */
  locked: boolean;
  readOnly: boolean;
  actions: GridActions;
  panel: PanelState;
  onPanel(state: PanelState): void;
  onOpen(itemId: number): void;
  onWhy(itemId: number): void;
};

/** The info panel of an open version: the data of the focused row, tab by tab. */
export function ScheduleInfo({
  spaceId,
  scheduleId,
  session,
  view,
  focusId,
  selected,
  locked,
  readOnly,
  actions,
  panel,
  onPanel,
  onOpen,
  onWhy,
}: Props) {
  const navigate = useNavigate();
  const { versionId } = session;
  const { revision } = view.document;
  const { data: outside } = useLinks(versionId, scheduleId, revision);
  useEffect(() => {
    if (outside) session.setOutside(outside.links);
  }, [session, outside]);

  // Whoever comes by a figure came for what is behind it.
  const { figure } = useSearch({ strict: false }) as { figure?: string };
  const openTab = useInfoTab((state) => state.open);
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (figure === undefined || opened.current === figure) return;
    opened.current = figure;
    openTab('analytics');
    if (!panel.open) onPanel({ ...panel, open: true });
  }, [figure, openTab, panel, onPanel]);

  const mayConfigure = useRight(spaceId)('structure.edit');
  const mayHere = useRightAt(spaceId, scheduleId);
  const mayStore = mayHere('files.edit');
  const members = useMembers(spaceId);
  const people = (members ?? []).map((person) => ({ value: person.id, label: personName(person) }));
  const me = useWhoAmI();
  const userId = me?.id ?? null;
  const row = focusId === null ? 0 : (view.rowOfId.get(focusId) ?? 0);
  const minutesPerDay = view.times.minutesPerDay(view.rows.calendar?.[row] ?? 0);
  const isSummary = view.rows.end[row] > row + 1;
  const calendarId = focusId === null ? null : (valueOf(view.document, 'wbs', focusId, 'calendarId') ?? null);
  const item = focusId === null ? null : rowOf(view.document, 'wbs', focusId);
  const change = async (id: number, fields: RowChange['fields']): Promise<void> => {
    const refusal = await actions.update([{ id, fields }], [{ id, fields }]);
    if (typeof refusal === 'string') showToast('error', refusal);
  };
  const edited = (send: () => Promise<Edited>) => void session.run(send).catch(() => undefined);
  const analytics = (
    <ScheduleInsight
      versionId={versionId}
      itemId={focusId}
      view={view}
      minutesPerDay={minutesPerDay}
      readOnly={readOnly}
      mayRun={mayHere('plan.calculate')}
      mayAsk={mayHere('ai.use')}
      onOpen={onOpen}
      onEdited={(send) => session.run(send)}
    />
  );
  return (
    <InfoPanel
      state={panel}
      onChange={onPanel}
      hasSelection={focusId !== null}
      contents={
        focusId === null
          ? {
              analytics,
              daily_planning:
                scheduleId === null ? undefined : (
                  <EntriesPanel spaceId={spaceId} place={{ nodeId: scheduleId, versionId, itemId: null }} />
                ),
              timesheets: scheduleId === null ? undefined : <TimesheetPeople spaceId={spaceId} place={{ nodeId: scheduleId, versionId }} />,
            }
          : {
              analytics,
              node_info: (
                <>
                  <ItemInfo
                    versionId={versionId}
                    itemId={focusId}
                    revision={revision}
                    minutesPerDay={minutesPerDay}
                    calendarName={calendarId === null ? '' : (valueOf(view.document, 'calendar', calendarId, 'name') ?? '')}
                    onWhy={() => onWhy(focusId)}
                    dates={
                      item && (
                        <ItemDates
                          key={focusId}
                          row={item}
                          calendars={rowsOf(view.document, 'calendar').map(({ id, name }) => ({ value: String(id), label: name }))}
                          minutesPerDay={minutesPerDay}
                          readOnly={readOnly}
                          onChange={(fields) => void change(focusId, fields)}
                        />
                      )
                    }
                  />
                  <RowFiles
                    versionId={versionId}
                    files={fileValues(view.document, focusId)}
                    readOnly={readOnly}
                    onChange={(attributeId, value) =>
                      void commandsOf(session)
                        .update([{ id: focusId, fields: { [attributeColumn(attributeId)]: value } }], [])
                        .catch(() => undefined)
                    }
                  />
                  {scheduleId !== null && mayHere('boards.read') && (
                    <ChecklistsPanel
                      key={`l${focusId}`}
                      spaceId={spaceId}
                      place={{ nodeId: scheduleId, versionId, itemId: focusId }}
                      mayEdit={mayHere('boards.edit')}
                      mayTick={mayHere('plan.report')}
                    />
                  )}
                  {scheduleId !== null && (
                    <CommentsPanel
                      key={`c${focusId}`}
                      spaceId={spaceId}
                      place={{ nodeId: scheduleId, row: { versionId, id: focusId } }}
                      mayWrite={mayHere('chat.write')}
                      mayModerate={mayHere('chat.moderate')}
                      userId={userId}
                    />
                  )}
                </>
              ),
              task_relations: (
                <RelationsPanel
                  versionId={versionId}
                  itemId={focusId}
                  revision={revision}
                  minutesPerDay={minutesPerDay}
                  readOnly={readOnly}
                  onOpen={onOpen}
                  findTasks={(text) => findTasks(view.document, view, text)}
                  onEdited={edited}
                />
              ),
              directories: isSummary ? undefined : (
                <VersionDirectoriesPanel
                  key={focusId}
                  spaceId={spaceId}
                  scheduleId={scheduleId}
                  versionId={versionId}
                  itemId={focusId}
                  chosen={worksAmong(view, selected)}
                  revision={revision}
                  readOnly={readOnly}
                  onEdited={edited}
                />
              ),
              planning: isSummary ? undefined : (
                <>
                  <DayTotals key={`t${focusId}`} versionId={versionId} itemId={focusId} revision={revision} />
                  <ResourceRatesPanel
                    key={`r${focusId}`}
                    versionId={versionId}
                    people={people}
                    revision={revision}
                    minutesPerDay={minutesPerDay}
                    itemId={focusId}
                    readOnly={readOnly}
                    onEdited={edited}
                  />
                </>
              ),
              daily_planning:
                scheduleId === null ? undefined : (
                  <>
                    {!isSummary && (
                      <DayValuesPanel
                        key={`d${focusId}`}
                        versionId={versionId}
                        itemId={focusId}
                        revision={revision}
                        start={valueOf(view.document, 'wbs', focusId, 'start') ?? null}
                        row={{ type: view.rows.type[row], name: item?.name ?? '' }}
                        mayWrite={mayWriteDays((right) => !locked && mayHere(right), userId, rowAndAbove(view.document, focusId))}
                        configurable={mayConfigure ? scheduleId : null}
                        onEdited={edited}
                      />
                    )}
                    {!isSummary && (
                      <RoadblocksPanel
                        key={`b${focusId}`}
                        place={{ spaceId, nodeId: scheduleId, versionId }}
                        itemId={focusId}
                        people={people}
                        mayReport={mayHere('plan.report')}
                      />
                    )}
                    <EntriesPanel key={focusId} spaceId={spaceId} place={{ nodeId: scheduleId, versionId, itemId: focusId }} />
                  </>
                ),
              timesheets:
                scheduleId === null || isSummary ? undefined : (
                  <TimesheetPanel
                    key={focusId}
                    spaceId={spaceId}
                    place={{ nodeId: scheduleId, versionId, itemId: focusId }}
                    me={me ? { id: me.id, name: personName(me) } : null}
                    mayReport={!locked && mayHere('plan.report')}
                  />
                ),
              assignments:
                scheduleId === null ? undefined : (
                  <ActionItemsPanel
                    key={focusId}
                    spaceId={spaceId}
                    place={{ nodeId: scheduleId, versionId, itemId: focusId }}
                    chosen={worksAmong(view, selected)}
                    mayGive={mayHere('plan.report')}
                    renderComments={({ id }) => (
                      <CommentsPanel
                        spaceId={spaceId}
                        place={{ nodeId: scheduleId, actionItemId: id }}
                        mayWrite={mayHere('chat.write')}
                        mayModerate={mayHere('chat.moderate')}
                        userId={userId}
                      />
                    )}
                  />
                ),
              gallery:
                scheduleId === null ? undefined : (
                  <Gallery
                    key={focusId}
                    spaceId={spaceId}
                    place={{ nodeId: scheduleId, row: { versionId, id: focusId } }}
                    mayEdit={mayStore}
                    userId={userId}
                  />
                ),
              related_schedules:
                scheduleId === null ? undefined : (
                  <LinksPanel
                    key={focusId}
                    spaceId={spaceId}
                    scheduleId={scheduleId}
                    versionId={versionId}
                    itemId={focusId}
                    links={outside?.links ?? []}
                    minutesPerDay={minutesPerDay}
                    readOnly={readOnly}
                    onOpen={(other, itemId) =>
                      void navigate({
                        to: '/$spaceId/schedule/$id',
                        params: { spaceId: String(spaceId), id: String(other) },
                        search: { target: String(itemId) },
                      })
                    }
                    onEdited={edited}
                  />
                ),
            }
      }
    />
  );
}

/** Those of the rows that carry volumes. */
const worksAmong = (view: ScheduleView, ids: readonly number[]): number[] =>
  ids.filter((id) => {
    const type = valueOf(view.document, 'wbs', id, 'type');
    return type === 'task' || type === 'work' || type === 'draft';
  });
