import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRight } from '../../features/access/users/users.queries.ts';
import { creationsAt, faceOf } from '../../features/structure/eps/eps.commands.model.ts';
import { idOfKey, indexTree, pathTo, type TreeIndex } from '../../features/structure/eps/eps.model.ts';
import { treeQuery } from '../../features/structure/eps/eps.queries.ts';
import { useStructureSelection } from '../../features/structure/eps/eps.store.ts';
import { useStructureRights } from '../../pages/structure/structure-rights.ts';
import { type NamedForm, useOpenForm } from '../../ui/forms/open-form.ts';
import type { PaletteEntry } from './palette-search.ts';

type FormEntry = PaletteEntry & { go: () => void };

/** Screens whose address names a project. */
const OF_PROJECT = new Set(['grid', 'pipeline', 'estimates', 'model']);

/** The node and the version where the person stands: those of the open screen, else of the row selected in the structure. */
function useStanding(spaceId: number, index: TreeIndex): { nodeId: number | null; versionId: number | null } {
  const [, , screen, id] = useLocation({ select: ({ pathname }) => pathname }).split('/');
  const selected = useStructureSelection((store) => store.selected[spaceId] ?? null);
  if (OF_PROJECT.has(screen)) return { nodeId: Number(id), versionId: null };
  const versionId = screen === 'schedule' ? Number(id) : selected?.startsWith('v') ? idOfKey(selected) : null;
  const version = versionId === null ? undefined : index.versions.get(versionId);
  if (version) return { nodeId: version.schedule_id, versionId: version.id };
  const nodeId = selected?.startsWith('n') ? idOfKey(selected) : null;
  return { nodeId: nodeId !== null && index.nodes.has(nodeId) ? nodeId : null, versionId: null };
}

/** The named forms that the person may open from here, each on the screen that has it. */
export function useFormEntries(spaceId: number): FormEntry[] {
  const { t } = useTranslation();
  const { data } = useQuery(treeQuery(spaceId));
  const index = useMemo(() => indexTree(data ?? { nodes: [], versions: [] }), [data]);
  const { nodeId, versionId } = useStanding(spaceId, index);
  const rightsAt = useStructureRights(spaceId);
  const may = useRight(spaceId);
  const [mayEdit, mayGrant, mayLoad] = [may('structure.edit'), may('users.manage'), may('space.manage') && may('licenses.manage')];
  const openForm = useOpenForm();
  return useMemo(() => {
    const entry = (name: string, about: string | null | undefined, form: NamedForm, path: string): FormEntry => ({
      key: `form-${form.form}-${name}-${about ?? ''}`,
      name,
      where: [t('palette.command'), about].filter(Boolean).join(' · '),
      go: () => openForm(form, path),
    });
    const home = `/${spaceId}`;
    const way = nodeId === null ? [] : pathTo(index, nodeId);
    const node = way.at(-1);
    const project = way.find(({ kind }) => kind === 'project');
    const version = versionId === null ? undefined : index.versions.get(versionId);
    const made = creationsAt(nodeId, index, rightsAt).flatMap(({ command, under }): FormEntry[] => {
      const text = t(faceOf(command).text);
      if (command.do === 'create')
        return [
          entry(
            t('ui.named', { name: t('ui.create'), text }),
            under?.name,
            { form: 'create_node', kind: command.kind, parentId: under?.id ?? null, parentName: under?.name ?? '' },
            home,
          ),
        ];
      if (command.do !== 'upload' || !under) return [];
      return [entry(text, under.name, { form: 'version_upload', scheduleId: under.id, versionId: null }, home)];
    });
    const directories = `${home}/directories`;
    return [
      ...made,
      entry(t('spaces.create_title'), null, { form: 'create_space' }, '/auth/select-space'),
      ...(mayEdit && index.nodes.size > 0
        ? [
            entry(t('directory_upload.title'), null, { form: 'directory_upload', into: 'new' }, directories),
            entry(t('directory_upload.title_assign'), null, { form: 'directory_upload_with_assignment', into: 'new' }, directories),
          ]
        : []),
      ...(mayGrant && node
        ? [entry(t('grants.permissions'), node.name, { form: 'permissions', nodeId: node.id, nodeName: node.name }, home)]
        : []),
      ...(project && rightsAt(project.id).structure
        ? [entry(t('pipe.settings'), project.name, { form: 'pipe_settings' }, `${home}/pipeline/${project.id}`)]
        : []),
      ...(version ? [entry(t('timetable.settings'), version.name, { form: 'settings' }, `${home}/schedule/${version.id}`)] : []),
      ...(mayLoad ? [entry(t('licenses.load'), null, { form: 'checkout' }, `${home}/admin`)] : []),
    ];
  }, [index, mayEdit, mayGrant, mayLoad, nodeId, openForm, rightsAt, spaceId, t, versionId]);
}
