import { Menu } from '@mantine/core';
import { IconArrowBackUp, IconDownload, IconRefresh, IconStar, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CalendarEditor } from '../../features/catalog/calendars/calendar-editor.tsx';
import { usualContent } from '../../features/catalog/calendars/calendars.model.ts';
import { ResourceCalendarsDialog } from '../../features/planning/version-calendars/resource-calendars-dialog.tsx';
import { useVersionCalendarCommands, useVersionCalendars } from '../../features/planning/version-calendars/version-calendars.queries.ts';
import { useVersion } from '../../features/planning/versions/versions.queries.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { CalendarMenu, CalendarPane, type Naming } from './calendar-pane.tsx';

type Props = { spaceId: number; versionId: number; leave(): Promise<boolean>; onDirty(dirty: boolean): void };

/** Calendars of a version: its own, those that follow the hierarchy, and those that it can take. */
export function VersionCalendarsPane({ spaceId, versionId, leave, onDirty }: Props) {
  const { t } = useTranslation();
  const { data } = useVersionCalendars(versionId);
  const commands = useVersionCalendarCommands(versionId);
  const version = useVersion(versionId).data;
  const mayEdit = useRightAt(spaceId, version?.schedule_id)('plan.edit') && version?.locked === false;
  const [chosen, setChosen] = useState<number | null>(null);
  const [year, setYear] = useState(() => new Date().getFullYear());
  const [naming, setNaming] = useState<Naming | null>(null);
  const [resources, setResources] = useState(false);
  const calendars = data?.calendars ?? [];
  const current = calendars.find(({ id }) => id === chosen) ?? calendars.find(({ is_default }) => is_default) ?? calendars[0] ?? null;
  const quietly = (act: Promise<unknown>): void => void act.catch(() => undefined);

  const note = current?.source
    ? t(current.source.differs ? 'calendars.follows_older' : 'calendars.follows', { name: current.source.name })
    : undefined;
  return (
    <>
      <CalendarPane
        calendars={calendars.map((calendar) => ({
          ...calendar,
          isDefault: calendar.is_default,
          notes: [
            calendar.rows ? t('calendars.rows', { count: calendar.rows }) : '',
            calendar.source ? t(calendar.source.differs ? 'calendars.older' : 'calendars.following') : '',
          ],
        }))}
        selected={current?.id ?? null}
        loaded={data !== undefined}
        mayEdit={mayEdit}
        leave={leave}
        onSelect={setChosen}
        naming={naming}
        onNaming={setNaming}
        onCreate={async (name) => setChosen((await commands.create(usualContent(name))).id)}
        tools={
          <>
            <IconButton icon={IconUsersGroup} label={t('calendars.of_resources')} variant="subtle" onClick={() => setResources(true)} />
            {mayEdit && (
              <>
                <Menu position="bottom-start">
                  <Menu.Target>
                    <IconButton icon={IconDownload} label={t('calendars.take')} variant="subtle" disabled={!data?.available.length} />
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Label>{t('calendars.take')}</Menu.Label>
                    {data?.available.map(({ id, name, node_name }) => (
                      <Menu.Item key={id} onClick={() => quietly(commands.take(id).then((taken) => setChosen(taken.id)))}>
                        {name} – {node_name ?? t('eps.whole_space')}
                      </Menu.Item>
                    ))}
                  </Menu.Dropdown>
                </Menu>
                <IconButton
                  icon={IconArrowBackUp}
                  label={t('edits.undo')}
                  variant="subtle"
                  onClick={() =>
                    quietly(
                      commands.undo().then((done) => showToast('info', t('edits.undone', { name: t(`edit.${done.name}`) }), { ms: 1000 })),
                    )
                  }
                />
              </>
            )}
          </>
        }
        editor={
          current && (
            <CalendarEditor
              key={`${current.id} ${data?.revision}`}
              stored={{ name: current.name, week: current.week, series: current.series }}
              readOnly={!mayEdit}
              note={note}
              onSave={async (content) => {
                await commands.update(current.id, content);
                showToast('ok', t('calendars.saved'));
                return true;
              }}
              year={year}
              onYear={setYear}
              onDirty={onDirty}
              actions={
                mayEdit && (
                  <CalendarMenu>
                    {current.source?.differs && (
                      <Menu.Item leftSection={<IconRefresh size={16} stroke={1.5} />} onClick={() => quietly(commands.follow(current.id))}>
                        {t('calendars.catch_up')}
                      </Menu.Item>
                    )}
                    {!current.is_default && (
                      <Menu.Item leftSection={<IconStar size={16} stroke={1.5} />} onClick={() => quietly(commands.setDefault(current.id))}>
                        {t('calendars.make_default')}
                      </Menu.Item>
                    )}
                    <Menu.Item
                      color="var(--gantry-error)"
                      leftSection={<IconTrash size={16} stroke={1.5} />}
                      onClick={() => quietly(commands.remove(current.id).then(() => onDirty(false)))}
                    >
                      {t('ui.delete')}
                    </Menu.Item>
                  </CalendarMenu>
                )
              }
            />
          )
        }
      />
      <ResourceCalendarsDialog
        opened={resources}
        versionId={versionId}
        calendars={calendars}
        readOnly={!mayEdit}
        onClose={() => setResources(false)}
      />
    </>
  );
}
