import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { useTrackJob } from '../../features/access/jobs/jobs.queries.ts';
import { schedulesBelow, type StructureCommand, type StructureRights } from '../../features/structure/eps/eps.commands.model.ts';
import { idOfKey, indexTree, nodeKey, rowsOf, versionKey, type StructureRow } from '../../features/structure/eps/eps.model.ts';
import {
  treeQuery,
  useLiveTree,
  type Node,
  type Version,
  useRemoveNodes,
  useRenameNode,
  useShiftNode,
} from '../../features/structure/eps/eps.queries.ts';
import { useStructureSelection, type RowKey } from '../../features/structure/eps/eps.store.ts';
import { useDissolveGroup, useMoveSchedule } from '../../features/structure/schedules/schedules.queries.ts';
import type { BatchSelection } from '../../features/operations/batch/batch-dialogs.tsx';
import { useBatchCalculation } from '../../features/operations/batch/batch.queries.ts';
import { askConfirmation } from '../../ui/forms/confirm.tsx';
import { useOpenForm } from '../../ui/forms/open-form.ts';
import { deleteQuestion, deletionOf, lockedBelow, lockedQuestion } from './delete-question.ts';
import { useFileDialogs } from './file-dialogs.tsx';
import { useStructureRights } from './structure-rights.ts';
import { useVersionActions } from './version-actions.ts';

/** State and commands of the structure screen. */
export function useStructure(spaceId: number) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const openForm = useOpenForm();
  const rightsAt = useStructureRights(spaceId);
  const rightsOf = (row: StructureRow | null): StructureRights =>
    rightsAt(row === null ? null : row.type === 'version' ? row.version.schedule_id : row.node.id);
  const { data, isPending, isError, refetch } = useQuery(treeQuery(spaceId));
  useLiveTree(spaceId);

  const [collapsed, setCollapsed] = useUiState<RowKey[]>(spaceId, 'structure', 'collapsed', []);
  const [filter, setFilter] = useState('');
  const [checked, setChecked] = useState<ReadonlySet<RowKey>>(new Set());
  const [editing, setEditing] = useState<RowKey | null>(null);
  const [copying, setCopying] = useState<Version | null>(null);
  const [newVersionIn, setNewVersionIn] = useState<number | null>(null);
  const files = useFileDialogs();
  const selected = useStructureSelection((store) => store.selected[spaceId] ?? null);
  const selectKey = useStructureSelection((store) => store.select);
  const select = (key: RowKey | null): void => selectKey(spaceId, key);

  const index = useMemo(() => indexTree(data ?? { nodes: [], versions: [] }), [data]);
  const collapsedSet = useMemo(() => new Set(collapsed), [collapsed]);
  const rows = useMemo(() => rowsOf(index, collapsedSet, filter), [index, collapsedSet, filter]);
  const alive = useMemo(
    () => new Set([...checked].filter((key) => (key.startsWith('v') ? index.versions : index.nodes).has(idOfKey(key)))),
    [checked, index],
  );

  const rename = useRenameNode(spaceId);
  const shift = useShiftNode(spaceId);
  const removeNodes = useRemoveNodes(spaceId);
  const move = useMoveSchedule(spaceId);
  const dissolve = useDissolveGroup(spaceId);
  const versions = useVersionActions(spaceId);
  const calculation = useBatchCalculation();
  const track = useTrackJob();

  const openVersion = (id: number): void => void navigate({ to: `/${spaceId}/schedule/${id}` });
  const toggle = (row: StructureRow): void =>
    setCollapsed(collapsedSet.has(row.key) ? collapsed.filter((key) => key !== row.key) : [...collapsed, row.key]);
  const reveal = (parentId: number | null): void => {
    if (parentId !== null && collapsedSet.has(nodeKey(parentId))) setCollapsed(collapsed.filter((key) => key !== nodeKey(parentId)));
  };

  const remove = async (keys: RowKey[]): Promise<void> => {
    if (!keys.length || !(await askConfirmation(deleteQuestion(keys, index, t)))) return;
    const next = rowAfter(rows, keys);
    const { nodes, versions: versionIds } = deletionOf(keys, index);
    const locked = lockedBelow(nodes, index);
    if (locked.length && !(await askConfirmation(lockedQuestion(locked, index, t)))) return;
    const lockedIds = locked.map(({ id }) => id);
    const work = [
      ...(nodes.length ? [removeNodes.mutateAsync({ ids: nodes, lockedIds })] : []),
      ...versionIds.map((id) => versions.remove.mutateAsync(id)),
    ];
    await Promise.allSettled(work);
    setChecked(new Set());
    select(next);
  };
  const askDissolve = async (row: StructureRow): Promise<void> => {
    const question = {
      title: t('schedules.dissolve_title', { name: row.name }),
      text: t('schedules.dissolve_text'),
      confirmLabel: t('schedules.dissolve'),
    };
    if (await askConfirmation(question)) dissolve.mutate(idOfKey(row.key));
  };
  const renamed = (row: StructureRow, name: string | null): void => {
    setEditing(null);
    if (name === null) return;
    if (row.type === 'version') versions.rename.mutate({ id: row.version.id, name });
    else rename.mutate({ id: row.node.id, name });
  };

  /** Asks for the fields of a new node under another, or at the top. */
  const make = (command: StructureCommand, under: Node | null): void => {
    reveal(under?.id ?? null);
    if (command.do === 'create')
      openForm({ form: 'create_node', kind: command.kind, parentId: under?.id ?? null, parentName: under?.name ?? '' });
    if (command.do === 'upload' && under) openForm({ form: 'version_upload', scheduleId: under.id, versionId: null });
    if (command.do === 'upload-many' && under) files.uploadMany({ ...under, kind: 'project' });
    if (command.do === 'upload-project' && under) files.uploadMany({ ...under, kind: 'facility' });
    if (command.do === 'create-version' && under) setNewVersionIn(under.id);
  };
  const calculateMany = ({ scheduleIds, versionIds }: BatchSelection): void =>
    calculation.mutate({ schedule_ids: scheduleIds, version_ids: versionIds }, { onSuccess: ({ job_id }) => void track(job_id) });
  const run = (command: StructureCommand, row: StructureRow): void => {
    const id = idOfKey(row.key);
    switch (command.do) {
      case 'open':
        return row.type === 'version' ? openVersion(id) : toggle(row);
      case 'upload':
        if (row.type === 'version') return openForm({ form: 'version_upload', scheduleId: row.version.schedule_id, versionId: id });
        return make(command, row.node);
      case 'export':
        if (row.type === 'version') return files.exportVersion(row.version);
        return files.exportMany(row.node.kind === 'project' ? { project: row.node } : { scheduleIds: [id], versionIds: [] });
      case 'calculate':
        return calculateMany({ scheduleIds: schedulesBelow(id, index), versionIds: [] });
      case 'parity':
        return row.type === 'version' ? files.compare(row.version) : undefined;
      case 'create':
      case 'upload-many':
      case 'upload-project':
      case 'create-version':
        return make(command, row.type === 'node' ? row.node : null);
      case 'move-to-group':
        return move.mutate({ scheduleId: id, groupId: command.groupId });
      case 'rename':
        return setEditing(row.key);
      case 'up':
      case 'down':
        return shift.mutate({ id, by: command.do });
      case 'compare':
        return void (
          row.type === 'version' &&
          navigate({
            to: '/$spaceId/compare/$scheduleId',
            params: { spaceId: String(spaceId), scheduleId: String(row.version.schedule_id) },
            search: { versions: String(id) },
          })
        );
      case 'boards':
        return void navigate({ to: '/$spaceId/kanban-schedule/$id', params: { spaceId: String(spaceId), id: String(id) } });
      case 'grid':
        return void navigate({ to: '/$spaceId/grid/$projectId', params: { spaceId: String(spaceId), projectId: String(id) } });
      case 'models':
        return void navigate({ to: '/$spaceId/model/$projectId', params: { spaceId: String(spaceId), projectId: String(id) } });
      case 'pipeline':
        return void navigate({ to: '/$spaceId/pipeline/$projectId', params: { spaceId: String(spaceId), projectId: String(id) } });
      case 'reports':
        return void navigate({ to: `/${spaceId}/reports/${id}` });
      case 'estimates':
        return void navigate({ to: `/${spaceId}/estimates/${id}` });
      case 'permissions':
        return openForm({ form: 'permissions', nodeId: id, nodeName: row.name });
      case 'copy-version':
        return setCopying(row.type === 'version' ? row.version : null);
      case 'set-target':
        return versions.setTarget.mutate({ id, target: command.target });
      case 'set-actual':
        return versions.setActual.mutate(id);
      case 'set-locked':
        return versions.setLocked.mutate({ id, locked: command.locked });
      case 'dissolve':
        return void askDissolve(row);
      case 'delete':
        return void remove([row.key]);
    }
  };
  const check = (keys: RowKey[], value: boolean): void => {
    const next = new Set(alive);
    for (const key of keys)
      if (value) next.add(key);
      else next.delete(key);
    setChecked(next);
  };
  const createVersion = async (name: string): Promise<void> => {
    const { id } = await versions.create.mutateAsync({ scheduleId: newVersionIn ?? 0, name });
    select(versionKey(id));
  };

  return {
    rightsAt,
    rightsOf,
    index,
    rows,
    isPending,
    isError,
    refetch,
    filter,
    setFilter,
    checked: alive,
    check,
    setChecked,
    editing,
    selected,
    select,
    newVersionIn,
    setNewVersionIn,
    createVersion,
    calculateMany,
    copying,
    setCopying,
    files,
    toggle,
    run,
    make,
    remove,
    renamed,
    openVersion,
    moveSchedule: (scheduleId: number, groupId: number | null): void => move.mutate({ scheduleId, groupId }),
    expandAll: (): void => setCollapsed([]),
    collapseAll: (): void =>
      setCollapsed([...index.nodes.values()].filter((node) => node.kind !== 'facility').map((node) => nodeKey(node.id))),
  };
}

/** The row to select after a deletion: the next remaining one, else the previous. */
function rowAfter(rows: readonly StructureRow[], gone: readonly RowKey[]): RowKey | null {
  const set = new Set(gone);
  const last = rows.findLastIndex((row) => set.has(row.key));
  const level = rows[last]?.level ?? 0;
  const next = rows.slice(last + 1).find((row) => !set.has(row.key) && row.level <= level);
  const before = rows.slice(0, Math.max(last, 0)).findLast((row) => !set.has(row.key) && row.level <= level);
  return (next ?? before)?.key ?? null;
}
