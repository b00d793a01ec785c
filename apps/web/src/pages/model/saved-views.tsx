import { Menu } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import type { Breakdown } from '../../features/bim/models/models.queries.ts';
import type { Elements } from '../../features/bim/models/viewer/models.styles.model.ts';
import type { CameraPlace, Cut, Viewer } from '../../features/bim/models/viewer/models.viewer.store.ts';
import { NameDialog } from '../../ui/forms/name-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { elementsOf, type KeptElements, keptElements } from './saved-views.model.ts';
import classes from './model-page.module.css';

/** Parts that an earlier release of the page did not keep may lack. */
type View = CameraPlace & { name: string; day: number | null; cut?: Cut; hidden?: KeptElements[]; only?: KeptElements[] | null };
type Seen = { day: number | null; cut: Cut; hidden: Elements; only: Elements | null };
/** A state that another release of the page has kept may have no list. */
type Kept = { list: View[] | null };
const NONE: Kept = { list: null };
const MOST = 50;
const nameSchema = z.string().trim().min(1, 'validation.enter_name').max(80);

type Props = {
  spaceId: number;
  projectId: number;
  viewer: Viewer | null;
  models: readonly { id: number; version: number }[];
  trees: ReadonlyMap<number, Breakdown>;
  /** What is seen now, beside the camera. */
  now: Seen;
  onOpen: (view: Seen) => void;
};

/** Views of a person on the models of a project: where the camera stands, the day, the cut, what is hidden or shown alone. */
export function SavedViews({ spaceId, projectId, viewer, models, trees, now, onOpen }: Props) {
  const { t } = useTranslation();
  const [kept, keep] = useUiState<Kept>(spaceId, 'model', `views-${projectId}`, NONE);
  const views = kept.list ?? [];
  const setViews = (list: View[]): void => keep({ list });
  const versions = new Map(models.map(({ id, version }) => [id, version]));
  const [naming, setNaming] = useState(false);
  const open = (view: View): void => {
    const hidden = elementsOf(view.hidden ?? [], trees, versions);
    const only = view.only ? elementsOf(view.only, trees, versions) : null;
    if (hidden.isOld || only?.isOld) showToast('info', t('model.view_old'));
    viewer?.place(view);
    // Alone without any element would be nothing.
    onOpen({ day: view.day, cut: view.cut ?? null, hidden: hidden.elements, only: only?.elements.size ? only.elements : null });
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
          if (!viewer) return;
          const hidden = keptElements(now.hidden, trees, versions);
          const only = now.only && keptElements(now.only, trees, versions);
          setViews([...views.filter((view) => view.name !== name), { name, ...viewer.camera(), day: now.day, cut: now.cut, hidden, only }]);
        }}
        onClose={() => setNaming(false)}
      />
    </div>
  );
}
