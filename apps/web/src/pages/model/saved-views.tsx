import { Menu } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import type { Viewer } from '../../features/bim/models/viewer/models.viewer.store.ts';
import { NameDialog } from '../../ui/forms/name-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import classes from './model-page.module.css';

type View = { name: string; from: number[]; to: number[]; day: number | null };
/** A state that another release of the page has kept may have no list. */
type Kept = { list: View[] | null };
const NONE: Kept = { list: null };
const MOST = 50;
const nameSchema = z.string().trim().min(1, 'validation.enter_name').max(80);

type Props = { spaceId: number; projectId: number; viewer: Viewer | null; day: number | null; onDay: (day: number) => void };

/** Views of a person on the models of a project: where the camera stands, and the day. */
export function SavedViews({ spaceId, projectId, viewer, day, onDay }: Props) {
  const { t } = useTranslation();
  const [kept, keep] = useUiState<Kept>(spaceId, 'model', `views-${projectId}`, NONE);
  const views = kept.list ?? [];
  const setViews = (list: View[]): void => keep({ list });
  const [naming, setNaming] = useState(false);
  const open = (view: View): void => {
    viewer?.place(view);
    if (view.day !== null) onDay(view.day);
  };
  return (
    <div className={classes.views}>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton icon={IconBookmark} label={t('model.views')} disabled={!viewer} variant="default" />
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view, index) => (
            <Menu.Item key={index} onClick={() => open(view)}>
              <bdi>{view.name}</bdi>
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item disabled={views.length >= MOST} onClick={() => setNaming(true)}>
            {t('model.save_view')}
          </Menu.Item>
          {views.map((view, index) => (
            <Menu.Item
              key={`delete ${index}`}
              color="var(--gantry-error)"
              leftSection={<IconTrash size={14} />}
              onClick={() => setViews(views.filter((_, at) => at !== index))}
            >
              {t('model.delete_view', { name: view.name })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <NameDialog
        opened={naming}
        title={t('model.save_view')}
        label={t('model.view_name')}
        submitLabel={t('ui.save')}
        initial=""
        schema={nameSchema}
        onSubmit={async (name) => {
          if (viewer) setViews([...views.filter((view) => view.name !== name), { name, ...viewer.camera(), day }]);
        }}
        onClose={() => setNaming(false)}
      />
    </div>
  );
}
