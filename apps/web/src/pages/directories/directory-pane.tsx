import type { DirectoryAttribute, DirectorySummary } from '@gantry/contract';
import type { RowFilter } from '@gantry/domain';
import { Button, Loader } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { useAttributes } from '../../features/catalog/attributes/attributes.queries.ts';
import { ColumnDialog } from '../../features/catalog/directories/list/column-dialog.tsx';
import {
  cellWriter,
  columnOfAttribute,
  conditionColumns,
  directoryColumns,
} from '../../features/catalog/directories/directories.columns.model.ts';
import {
  contentCommands,
  useDirectoryCommands,
  useDirectoryHistory,
  useDirectorySession,
  useDonorOffers,
  useInvalidValues,
} from '../../features/catalog/directories/directories.queries.ts';
import { useShownDirectory } from '../../features/catalog/directories/directories.shown.queries.ts';
import { DirectoryGrid, type DirectoryLook } from '../../features/catalog/directories/directory-grid.tsx';
import { DirectoryToolbar } from '../../features/catalog/directories/list/directory-toolbar.tsx';
import { useMeasures } from '../../features/catalog/measures/measures.queries.ts';
import { useExportDirectory } from '../../features/operations/directory-files/directory-files.queries.ts';
import { UploadDialog } from '../../features/operations/directory-files/upload-dialog.tsx';
import { CatalogChangesDialog } from '../../features/planning/catalog-changes/catalog-changes-dialog.tsx';
import { closeForm, useNamedForm, useOpenForm } from '../../ui/forms/open-form.ts';
import type { Gantt } from '../../ui/gantt/create-gantt.ts';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { ColumnMenu, type MenuAt } from './column-menu.tsx';
import { DirectorySides, type KeptSides } from './directory-sides.tsx';
import classes from './directories-pane.module.css';
import { EmptyDirectory } from './empty-directory.tsx';
import { DirectoryStatus } from './directory-status.tsx';
import { useFaults } from './use-faults.ts';
import { useCellSource } from './use-cell-source.ts';

type Props = {
  spaceId: number;
  /** The node that the directory is seen from. */
  nodeId: number;
  directory: DirectorySummary;
  readOnly: boolean;
  onOpen(directoryId: number, nodeId: number): void;
};

/** Places beside the grid, and the width below which only codes stay in sight. */
const BESIDE = 240;
const NARROW_PX = 640;
const NO_LOOK: DirectoryLook = { widths: {}, sort: null };

/** One directory: toolbar, grid, and side panels for errors, lists, dependencies and history. */
export function DirectoryPane({ spaceId, nodeId, directory, readOnly, onOpen }: Props) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const place = useMemo(() => ({ epsId: nodeId, directoryId: directory.id }), [nodeId, directory.id]);
  const { session, view, failed } = useDirectorySession(place);
  const commands = useMemo(() => session && contentCommands(session), [session]);
  const whole = useDirectoryCommands(spaceId);
  const gantt = useRef<Gantt | null>(null);
  const [look, setLook] = useUiState<DirectoryLook>(spaceId, 'directories', `look-${directory.id}`, NO_LOOK);
  const [panel, setPanel] = useUiState<KeptSides>(spaceId, 'directories', 'panel', { open: false, width: 360, tab: 'invalid' });
  const narrow = useWindowSize(({ appWidth }) => appWidth - BESIDE - (panel.open ? panel.width : 0) < NARROW_PX);
  const [filter, setFilter] = useState<RowFilter | null>(null);
  const [group, setGroup] = useState<string | null>(null);
  const [selected, setSelected] = useState<number[]>([]);
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const [column, setColumn] = useState<DirectoryAttribute | 'new' | null>(null);
  const openForm = useOpenForm();
  const plain = useNamedForm('directory_upload');
  const assigning = useNamedForm('directory_upload_with_assignment');
  const uploading = plain ?? assigning;
  const [following, setFollowing] = useState(false);
  const exporting = useExportDirectory();

  const document = view?.document ?? null;
  const revision = document?.revision ?? 0;
  const { source, people } = useCellSource(spaceId, nodeId, document);
  const heads = document?.columns;
  const columns = useMemo(() => (heads ? directoryColumns(heads, source) : []), [heads, source]);
  const shape = useMemo(() => ({ filter, sort: look.sort, group }), [filter, look.sort, group]);
  const shown = useShownDirectory(view, shape, columns, source, i18n.language);
  const offers = useDonorOffers(spaceId, column === null ? null : place);
  const measures = useMeasures(spaceId) ?? [];
  const { data: attributes } = useAttributes(spaceId);
  const { data: invalid } = useInvalidValues(spaceId, document ? place : null, revision);
  const history = useDirectoryHistory(spaceId, document ? place : null, revision);
  const faults = useFaults(invalid);

  if (failed)
    return (
      <MessagePage
        title={t('directory.not_loaded')}
        actions={<Button onClick={() => void session?.reload()}>{t('shell.try_again')}</Button>}
      />
    );
  if (!view || !shown || !commands || !document)
    return (
      <div style={{ display: 'grid', placeItems: 'center' }}>
        <Loader size="sm" role="status" aria-label={t('directory.loading')} />
      </div>
    );

  const columnBy = (attributeId: number | null) => columns.find(({ attribute }) => attribute?.id === attributeId && attributeId !== null);
  const show = (rowId: number, attributeId: number | null): void => {
    const row = shown.view.rowOfId.get(rowId);
    if (row === undefined) return;
    gantt.current?.goTo(row);
    gantt.current?.focusCell(row, attributeId === null ? 'code' : columnOfAttribute(attributeId));
    gantt.current?.focus();
  };
  const refresh = (): void => {
    whole.updateLinked({ epsId: directory.node_id, directoryId: directory.id }).then(
      ({ values, versions }) => showToast('ok', t('directory.refreshed', { count: values, versions: versions.length })),
      () => undefined,
    );
  };
  return (
    <div className={classes.open}>
      <section className={classes.main} aria-label={directory.name}>
        <DirectoryToolbar
          gantt={gantt}
          readOnly={readOnly}
          canUndo={history?.can_undo ?? false}
          canRedo={history?.can_redo ?? false}
          chosen={selected.length}
          columns={conditionColumns(columns, document, source)}
          filter={filter}
          group={group}
          matched={shown.matched}
          count={document.rows.size}
          onFilter={setFilter}
          onGroup={setGroup}
          onAddColumn={() => setColumn('new')}
          onRefresh={refresh}
          onFollows={() => setFollowing(true)}
          onUpload={() => openForm({ form: 'directory_upload', into: 'shown' })}
          onExport={(format) => exporting.mutate({ ...place, format })}
        />
        <div className={classes.grid}>
          <DirectoryGrid
            name={directory.name}
            shown={shown}
            columns={columns}
            source={source}
            faults={faults}
            look={look}
            commands={commands}
            readOnly={readOnly}
            narrow={narrow}
            gantt={gantt}
            onLook={(change) => setLook({ ...look, ...change })}
            onSelect={setSelected}
            onMenu={setMenu}
          />
          {document.rows.size === 0 && (
            <EmptyDirectory readOnly={readOnly} onAdd={() => gantt.current?.chart.options.events.insert?.(-1, 'after')} />
          )}
        </div>
      </section>
      <DirectorySides
        spaceId={spaceId}
        place={place}
        revision={revision}
        lists={document.lists}
        invalid={invalid ?? null}
        state={panel}
        onState={setPanel}
        titleOf={(id) => columnBy(id)?.title ?? t('directory.code')}
        write={(id, value) => {
          const at = columnBy(id);
          const cell = typeof value === 'object' ? null : value;
          return at ? cellWriter(at, document, source)(cell) : typeof cell === 'string' ? cell : '';
        }}
        commands={commands}
        readOnly={readOnly}
        onShow={show}
        onOpen={onOpen}
      />
      <ColumnMenu
        at={menu}
        columns={columns}
        conditions={conditionColumns(columns, document, source)}
        look={look}
        readOnly={readOnly}
        gantt={gantt}
        filter={filter}
        onFilter={setFilter}
        onGroup={setGroup}
        onSort={(sort) => setLook({ ...look, sort })}
        onEdit={setColumn}
        onMove={(attribute, index) => void commands.changeColumn(attribute.id, { index }).catch(() => undefined)}
        onDelete={(attribute) =>
          void commands.removeColumn(attribute.id).then(
            () => showToast('info', t('directory.column_deleted', { name: attribute.name })),
            () => undefined,
          )
        }
        onClose={() => setMenu(null)}
      />
      <ColumnDialog
        column={column}
        lists={document.lists}
        units={measures.map(({ sign }) => sign)}
        people={people}
        offers={offers}
        rowAttributes={(attributes?.attributes ?? []).filter(({ owners }) => owners.includes('wbs'))}
        onSubmit={async (definition) => {
          if (column === 'new') await commands.addColumn(definition);
          else if (column) {
            const { invalid: broken } = await commands.changeColumn(column.id, definition);
            if (broken > 0) showToast('warn', t('directory.now_invalid', { count: broken }));
          }
        }}
        onClose={() => setColumn(null)}
      />
      <CatalogChangesDialog
        change={following ? { source: 'directory', id: directory.id, name: directory.name } : null}
        onOpenVersion={(id) => void navigate({ to: `/${spaceId}/schedule/${id}` })}
        onClose={() => setFollowing(false)}
      />
      <UploadDialog
        opened={uploading?.into === 'shown'}
        assigning={assigning !== null}
        spaceId={spaceId}
        epsId={directory.node_id}
        into={{
          id: directory.id,
          name: directory.name,
          columns: document.columns.map(({ id, name }) => ({ id, name })),
          donors: [...source.donors.keys()].map((id) => ({ id, name: source.donorNames.get(id) ?? t('directory.other') })),
        }}
        onDone={(id) => (id === directory.id ? void session?.reload() : onOpen(id, directory.node_id))}
        onClose={closeForm}
      />
      <DirectoryStatus
        count={document.rows.size}
        matched={shown.matched}
        selected={selected.length}
        wrong={invalid?.total ?? 0}
        inheritedFrom={directory.inherited ? directory.node_name : null}
      />
    </div>
  );
}
