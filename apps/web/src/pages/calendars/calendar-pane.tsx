import { api } from '@gantry/contract';
import { Button, Menu } from '@mantine/core';
import { IconCalendar, IconDots, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CalendarList, type ListedCalendar } from '../../features/catalog/calendars/calendar-list.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { NameDialog } from '../../ui/forms/name-dialog.tsx';
import classes from './calendars-page.module.css';

/** A calendar as the list of a place shows it; its notes stand in one line. */
export type PaneCalendar = Omit<ListedCalendar, 'note' | 'seriesCount'> & { series: readonly unknown[]; notes: readonly string[] };
/** Initial name of a new calendar and title of its dialog. */
export type Naming = { name: string; title: string };

type Props = {
  calendars: readonly PaneCalendar[];
  selected: number | null;
  loaded: boolean;
  mayEdit: boolean;
  leave(): Promise<boolean>;
  onSelect(id: number): void;
  /** A calendar is being named; null: none is. */
  naming: Naming | null;
  onNaming(naming: Naming | null): void;
  onCreate(name: string): Promise<unknown>;
  /** Tools behind that for a new calendar. */
  tools?: ReactNode;
  /** The editor of the selected calendar. */
  editor: ReactNode;
};

/** The calendars of a place at the left, the chosen one beside them. */
export function CalendarPane(props: Props) {
  const { t } = useTranslation();
  const { calendars, selected, loaded, mayEdit, leave, onSelect, naming, onNaming, onCreate, tools, editor } = props;
  const ifLeft = (act: () => void): void => void leave().then((yes) => yes && act());
  return (
    <>
      <div className={classes.list}>
        <CalendarList
          calendars={calendars.map(({ notes, series, ...calendar }) => ({
            ...calendar,
            seriesCount: series.length,
            note: notes.filter(Boolean).join(' · '),
          }))}
          selected={selected}
          empty={t('calendars.none')}
          onSelect={(id) => ifLeft(() => onSelect(id))}
        >
          {(mayEdit || tools) && (
            <div className={classes.tools}>
              {mayEdit && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  leftSection={<IconPlus size={16} stroke={1.5} />}
                  onClick={() => ifLeft(() => onNaming({ name: '', title: t('calendars.new') }))}
                >
                  {t('calendars.new')}
                </Button>
              )}
              {tools}
            </div>
          )}
        </CalendarList>
      </div>
      <div className={classes.editor}>
        {selected === null
          ? loaded && (
              <MessagePage icon={IconCalendar} title={t('calendars.title')}>
                <p>{t('calendars.none_hint')}</p>
              </MessagePage>
            )
          : editor}
      </div>
      <NameDialog
        opened={naming !== null}
        title={naming?.title ?? ''}
        label={t('ui.name')}
        submitLabel={t('ui.create')}
        initial={naming?.name ?? ''}
        schema={api.calendars.update.body.shape.name}
        onSubmit={onCreate}
        onClose={() => onNaming(null)}
      />
    </>
  );
}

/** What can be done with the chosen calendar besides saving it. */
export function CalendarMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon={IconDots} size="lg" variant="default" label={t('calendars.more')} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
