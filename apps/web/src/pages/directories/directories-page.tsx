import { Tabs, VisuallyHidden } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { useRight } from '../../features/access/users/users.queries.ts';
import { CoefficientsPane } from '../../features/catalog/coefficients/coefficients-pane.tsx';
import { MeasuresPane } from '../../features/catalog/measures/measures-pane.tsx';
import { ListsPane } from '../../features/catalog/parametric-lists/parametric-lists-pane.tsx';
import { SpecialtiesPane } from '../../features/catalog/specialties/specialties-pane.tsx';
import { ActDialog } from '../../features/planning/catalog-changes/act-dialog.tsx';
import { askAct } from '../../features/planning/catalog-changes/catalog-changes.store.ts';
import { useNamedForm } from '../../ui/forms/open-form.ts';
import { DirectoriesPane } from './directories-pane.tsx';
import { RelationsPane } from './relations-pane.tsx';
import classes from './directories-page.module.css';

/** The directories of the hierarchy take the whole room, the small lists of the space a column of it. */
const PANES = [
  ['directories', DirectoriesPane],
  ['relations', RelationsPane],
  ['coefficients', CoefficientsPane],
  ['measures', MeasuresPane],
  ['lists', ListsPane],
  ['specialties', SpecialtiesPane],
] as const;
const WHOLE: ReadonlySet<string> = new Set(['directories', 'relations']);

/** Directories of the space: those of its hierarchy, units of measure, parametric lists, specialties. */
export function DirectoriesPage() {
  const spaceId = Number(useParams({ strict: false }).spaceId);
  const { t } = useTranslation();
  const mayEdit = useRight(spaceId)('structure.edit');
  const forms = [useNamedForm('directory_upload'), useNamedForm('directory_upload_with_assignment')];
  const uploading = forms.some((form) => form !== null);
  const [{ tab }, setTab] = useUiState<{ tab: string }>(spaceId, 'directories', 'tab', { tab: 'directories' });
  return (
    <Tabs
      className={classes.page}
      value={uploading ? 'directories' : tab}
      onChange={(next) => next && setTab({ tab: next })}
      keepMounted={false}
    >
      <Tabs.List>
        {PANES.map(([name]) => (
          <Tabs.Tab key={name} value={name}>
            {t(`directories.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {PANES.map(([name, Pane]) => (
        <Tabs.Panel key={name} value={name} className={WHOLE.has(name) ? classes.whole : classes.pane}>
          <VisuallyHidden component="h2">{t(`directories.${name}`)}</VisuallyHidden>
          <Pane spaceId={spaceId} mayEdit={mayEdit} ask={askAct} />
        </Tabs.Panel>
      ))}
      <ActDialog spaceId={spaceId} />
    </Tabs>
  );
}
