import type { CalendarContent } from '@gantry/contract';
import { Menu } from '@mantine/core';
import { IconCopy, IconMapPin, IconStar, IconStarOff, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRight } from '../../features/access/users/users.queries.ts';
import { CalendarEditor } from '../../features/catalog/calendars/calendar-editor.tsx';
import { usualContent } from '../../features/catalog/calendars/calendars.model.ts';
import { type Calendar, useCalendarCommands, useCalendars } from '../../features/catalog/calendars/calendars.queries.ts';
import { UsageDialog } from '../../features/catalog/calendars/usage-dialog.tsx';
import { askAct } from '../../features/planning/catalog-changes/catalog-changes.store.ts';
import { indexTree, pathTo } from '../../features/structure/eps/eps.model.ts';
import { treeQuery, useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { isRefusal } from '../../lib/calls/api-error.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { askConfirmation } from '../../ui/forms/confirm.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { CalendarMenu, CalendarPane, type Naming } from './calendar-pane.tsx';

type Props = { spaceId: number; nodeId: number | null; leave(): Promise<boolean>; onDirty(dirty: boolean): void };

const contentOf = ({ name, week, series }: Calendar): CalendarContent => ({ name, week, series });

/** The calendars that a node has and inherits. */
export function NodeCalendars({ spaceId, nodeId, leave, onDirty }: Props) {
  const { t } = useTranslation();
  const { data } = useCalendars(spaceId);
  const { data: tree } = useQuery(treeQuery(spaceId));
  const commands = useCalendarCommands(spaceId);
  const mayEdit = useRight(spaceId)('structure.edit');
  const [chosen, setChosen] = useState<number | null>(null);
  const [year, setYear] = useState(() => new Date().getFullYear());
  const [naming, setNaming] = useState<(Naming & { content?: CalendarContent }) | null>(null);
  const [usageOf, setUsageOf] = useState<Calendar | null>(null);
  const mayPlan = useRightAt(spaceId, null)('plan.edit');

  const path = tree && nodeId !== null ? pathTo(indexTree(tree), nodeId).map(({ id }) => id) : [];
  const depth = (calendar: Calendar): number => (calendar.node_id === null ? -1 : path.indexOf(calendar.node_id));
  const calendars = (data?.calendars ?? [])
    .filter(({ node_id }) => node_id === null || path.includes(node_id))
    .sort((a, b) => depth(b) - depth(a));
  const current = calendars.find(({ id }) => id === chosen) ?? calendars[0] ?? null;
  const inherited = current !== null && current.node_id !== nodeId;
  const placeOf = (calendar: Calendar): string => calendar.node_name ?? t('eps.whole_space');

  const create = async (name: string): Promise<void> => {
    const { id } = await commands.create(nodeId, { ...(naming?.content ?? usualContent('')), name });
    setChosen(id);
  };
  const save = async (content: CalendarContent): Promise<boolean> => {
    if (!current) return false;
    const isTime = JSON.stringify([content.week, content.series]) !== JSON.stringify([current.week, current.series]);
    if (mayPlan && isTime && current.versions > 0) {
      const { days, years, versions } = await commands.preview(current.id, content);
      const hours = (minutes: number): string => formatNumber(minutes / 60, { decimals: minutes % 60 ? 1 : 0 });
      if (versions.some((use) => use.rows + use.resources > 0 || use.is_default))
        return askAct({
          change: { source: 'calendar', source_id: current.id, change: content },
          name: current.name,
          about: [
            t('calendars.change_days', { freed: days.freed, worked: days.worked, other: days.other_hours }),
            years
              .map(({ year, before_minutes, after_minutes }) =>
                t('calendars.change_year', { year, before: hours(before_minutes), after: hours(after_minutes) }),
              )
              .join(' · '),
          ],
        });
    }
    await commands.update(current.id, content);
    showToast('ok', t('calendars.saved'));
    return true;
  };
  const remove = async (calendar: Calendar): Promise<void> => {
    const yes = await askConfirmation({
      title: t('calendars.delete_title', { name: calendar.name }),
      text: t('calendars.delete_text'),
      confirmLabel: t('ui.delete'),
    });
    if (!yes) return;
    try {
      await commands.remove(calendar.id);
      onDirty(false);
    } catch (error) {
      if (isRefusal(error, 'calendar.in_use')) setUsageOf(calendar);
    }
  };

  return (
    <>
      <CalendarPane
        calendars={calendars.map((calendar) => ({
          ...calendar,
          isDefault: calendar.is_default,
          notes: [
            calendar.node_id === nodeId ? '' : t('calendars.from_above', { name: placeOf(calendar) }),
            calendar.versions ? t('calendars.in_versions', { count: calendar.versions }) : '',
          ],
        }))}
        selected={current?.id ?? null}
        loaded={data !== undefined}
        mayEdit={mayEdit}
        leave={leave}
        onSelect={setChosen}
        naming={naming}
        onNaming={setNaming}
        onCreate={create}
        editor={
          current && (
            <CalendarEditor
              key={`${current.id} ${current.updated_at}`}
              stored={contentOf(current)}
              readOnly={!mayEdit || inherited}
              note={inherited ? t('calendars.inherited_note', { name: placeOf(current) }) : undefined}
              onSave={save}
              year={year}
              onYear={setYear}
              onDirty={onDirty}
              actions={
                <CalendarMenu>
                  <Menu.Item leftSection={<IconMapPin size={16} stroke={1.5} />} onClick={() => setUsageOf(current)}>
                    {t('calendars.usage')}
                  </Menu.Item>
                  {mayEdit && (
                    <Menu.Item
                      leftSection={<IconCopy size={16} stroke={1.5} />}
                      onClick={() =>
                        setNaming({
                          name: current.name,
                          content: contentOf(current),
                          title: t('calendars.copy_of', { name: current.name }),
                        })
                      }
                    >
                      {t(inherited ? 'calendars.copy_here' : 'calendars.copy')}
                    </Menu.Item>
                  )}
                  {mayEdit && !inherited && (
                    <>
                      <Menu.Item
                        leftSection={current.is_default ? <IconStarOff size={16} stroke={1.5} /> : <IconStar size={16} stroke={1.5} />}
                        onClick={() => void commands.setDefault(current.id, !current.is_default)}
                      >
                        {t(current.is_default ? 'calendars.no_default' : 'calendars.make_default')}
                      </Menu.Item>
                      <Menu.Divider />
                      <Menu.Item
                        color="var(--gantry-error)"
                        leftSection={<IconTrash size={16} stroke={1.5} />}
                        onClick={() => void remove(current)}
                      >
                        {t('ui.delete')}
                      </Menu.Item>
                    </>
                  )}
                </CalendarMenu>
              }
            />
          )
        }
      />
      <UsageDialog spaceId={spaceId} calendar={usageOf} onClose={() => setUsageOf(null)} />
    </>
  );
}
