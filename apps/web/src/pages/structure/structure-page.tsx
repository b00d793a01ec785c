import { api } from '@gantry/contract';
import { Button } from '@mantine/core';
import { IconBuildingFactory2, IconSearchOff } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PermissionsDialog } from '../../features/access/grants/permissions-dialog.tsx';
import { NodeGrants } from '../../features/access/grants/node-grants.tsx';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { PassportPanel } from '../../features/catalog/attributes/passport-panel.tsx';
import { NodeDirectories } from '../../features/catalog/directories/list/node-directories.tsx';
import { commandsOf, type StructureCommand } from '../../features/structure/eps/eps.commands.model.ts';
import { CHILD_KINDS, nodeKey, type StructureRow } from '../../features/structure/eps/eps.model.ts';
import { EpsGrid } from '../../features/structure/eps/grid/eps-grid.tsx';
import { EpsMenu } from '../../features/structure/eps/grid/eps-menu.tsx';
import { useWhoAmI } from '../../features/access/users/users.queries.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { useChatHere } from '../../features/teamwork/chat/chat.queries.ts';
import { CommentsPanel } from '../../features/teamwork/comments/comments-panel.tsx';
import { Gallery } from '../../features/teamwork/storage/gallery.tsx';
import { InfoPanel } from '../../features/structure/eps/info-panel.tsx';
import { NodeInfo } from '../../features/structure/eps/node-info.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { AnalyticsTab } from '../../features/insight/analytics/dashboards/analytics-tab.tsx';
import { IndicatorRollupPanel } from '../../features/planning/indicator-values/indicator-rollup.tsx';
import type { RollupPlace } from '../../features/planning/indicator-values/indicator-values.queries.ts';
import { CopyVersionDialog } from '../../features/planning/versions/copy-version-dialog.tsx';
import { NameDialog } from '../../ui/forms/name-dialog.tsx';
import { closeForm, useNamedForm } from '../../ui/forms/open-form.ts';
import { StatusSlot } from '../../ui/shell-slots.tsx';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { FileDialogs } from './file-dialogs.tsx';
import { NewNodeDialog } from './new-node-dialog.tsx';
import { StructureToolbar } from './structure-toolbar.tsx';
import { useStructure } from './use-structure.ts';
import classes from './structure-page.module.css';

const versionName = api.versions.create.body.shape.name;
const NARROW_PX = 1156;
const NO_DIRECTORY: { node: number | null; directory: number | null } = { node: null, directory: null };

/** The structure of a space: facilities, projects, schedules and their versions as one tree, with what is selected at the right. */
export function StructurePage() {
  const spaceId = Number(useParams({ strict: false }).spaceId);
  const { t } = useTranslation();
  const structure = useStructure(spaceId);
  const wide = useWindowSize(({ appWidth }) => appWidth >= NARROW_PX);
  const [panel, setPanel] = useUiState(spaceId, 'structure', 'panel', { open: wide, width: 360 });
  const [menu, setMenu] = useState<{ row: StructureRow; x: number; y: number } | null>(null);
  const { rows, index, selected, rightsOf } = structure;
  const navigate = useNavigate();
  const [, keepPlace] = useUiState(spaceId, 'directories', 'place', NO_DIRECTORY);
  const openDirectory = (node: number, directory: number | null): void => {
    keepPlace({ node, directory });
    void navigate({ to: `/${spaceId}/directories` });
  };
  const current = rows.find((row) => row.key === selected) ?? null;
  const place = current && rollupPlaceOf(current);
  const userId = useWhoAmI()?.id ?? null;
  const mayHere = useRightAt(spaceId, current?.type === 'node' ? current.node.id : null);
  useChatHere(current?.type === 'node' ? current.node.id : null);
  const mayStore = mayHere('files.edit');
  const mayManagePeople = useRightAt(spaceId, null)('users.manage');
  const empty = !structure.isPending && !structure.isError && index.nodes.size === 0;
  const creation = useNamedForm('create_node');
  const permissions = useNamedForm('permissions');
  const createFacility = (): void => structure.make({ do: 'create', kind: 'facility' }, null);

  const onAction = (action: { do: 'rename' | 'delete' | 'create' | 'up' | 'down' }, row: StructureRow | null): void => {
    if (action.do === 'create') return createBelow(row);
    if (action.do === 'delete' && structure.checked.size) return void structure.remove([...structure.checked]);
    const command =
      row &&
      commandsOf(row, index, rightsOf(row))
        .flat()
        .find((known) => known.do === action.do);
    if (row && command) structure.run(command, row);
  };
  /** Insert creates the first allowed child kind of the row. */
  const createBelow = (row: StructureRow | null): void => {
    if (!row) return rightsOf(null).structure ? createFacility() : undefined;
    const wanted: StructureCommand['do'][] =
      row.type === 'node' && CHILD_KINDS[row.node.kind].length ? ['create'] : ['upload', 'create-version'];
    const command = commandsOf(row, index, rightsOf(row))
      .flat()
      .find((known) => wanted.includes(known.do));
    if (command) structure.run(command, row);
  };

  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <StructureToolbar structure={structure} current={current} />
        <div className={classes.tree}>
          {structure.isError && (
            <MessagePage
              title={t('eps.not_loaded')}
              actions={<Button onClick={() => void structure.refetch()}>{t('shell.try_again')}</Button>}
            />
          )}
          {empty && (
            <MessagePage
              icon={IconBuildingFactory2}
              title={t('eps.empty')}
              actions={rightsOf(null).structure && <Button onClick={createFacility}>{t('eps.create_first')}</Button>}
            >
              <p>{t('eps.empty_hint')}</p>
            </MessagePage>
          )}
          {!empty && rows.length === 0 && structure.filter && (
            <MessagePage
              icon={IconSearchOff}
              title={t('eps.nothing_found')}
              actions={
                <Button variant="default" onClick={() => structure.setFilter('')}>
                  {t('eps.clear_filter')}
                </Button>
              }
            />
          )}
          {rows.length > 0 && (
            <EpsGrid
              rows={rows}
              index={index}
              selected={selected}
              checked={structure.checked}
              editing={structure.editing}
              mayEdit={rightsOf(current).structure}
              onSelect={structure.select}
              onOpen={(row) => structure.run({ do: 'open' }, row)}
              onToggle={structure.toggle}
              onCheck={structure.check}
              onMenu={(row, x, y) => setMenu({ row, x, y })}
              onRenamed={structure.renamed}
              onMoveSchedule={structure.moveSchedule}
              onAction={onAction}
            />
          )}
        </div>
      </div>
      <InfoPanel
        state={panel}
        onChange={setPanel}
        hasSelection={current !== null}
        contents={
          current
            ? {
                analytics: place && (
                  <AnalyticsTab
                    key={current.key}
                    spaceId={spaceId}
                    place={place}
                    nodeId={current.type === 'node' ? current.node.id : current.version.schedule_id}
                  />
                ),
                node_info: (
                  <>
                    <NodeInfo spaceId={spaceId} rowKey={current.key} index={index} />
                    {current.type === 'node' && <PassportPanel key={current.key} spaceId={spaceId} nodeId={current.node.id} />}
                    {current.type === 'node' && (
                      <NodeGrants key={`g${current.key}`} spaceId={spaceId} nodeId={current.node.id} mayManage={mayManagePeople} />
                    )}
                    {place && <IndicatorRollupPanel key={`i${current.key}`} place={place} mayCalculate={rightsOf(current).calculate} />}
                    {current.type === 'node' && (
                      <CommentsPanel
                        key={`c${current.key}`}
                        spaceId={spaceId}
                        place={{ nodeId: current.node.id }}
                        mayWrite={mayHere('chat.write')}
                        mayModerate={mayHere('chat.moderate')}
                        userId={userId}
                      />
                    )}
                  </>
                ),
                gallery:
                  current.type === 'node' ? (
                    <Gallery
                      key={current.key}
                      spaceId={spaceId}
                      place={{ nodeId: current.node.id, below: current.node.kind !== 'schedule' }}
                      mayEdit={current.node.kind === 'schedule' && mayStore}
                      userId={userId}
                    />
                  ) : undefined,
                directories:
                  current.type === 'node' ? (
                    <NodeDirectories spaceId={spaceId} nodeId={current.node.id} onOpen={(id) => openDirectory(current.node.id, id)} />
                  ) : undefined,
              }
            : {}
        }
      />
      <EpsMenu
        at={menu}
        groups={menu ? commandsOf(menu.row, index, rightsOf(menu.row)) : []}
        onCommand={(command) => menu && structure.run(command, menu.row)}
        onClose={() => setMenu(null)}
      />
      <NewNodeDialog spaceId={spaceId} creation={creation} onCreated={(id) => structure.select(nodeKey(id))} onClose={closeForm} />
      <CopyVersionDialog
        spaceId={spaceId}
        version={structure.copying}
        onCopied={(id) => structure.select(`v${id}`)}
        onClose={() => structure.setCopying(null)}
      />
      <NameDialog
        opened={structure.newVersionIn !== null}
        title={t('versions.new')}
        label={t('eps.name_in', { parent: index.nodes.get(structure.newVersionIn ?? 0)?.name ?? '' })}
        submitLabel={t('ui.create')}
        schema={versionName}
        onSubmit={structure.createVersion}
        onClose={() => structure.setNewVersionIn(null)}
      />
      <PermissionsDialog spaceId={spaceId} node={permissions} onClose={closeForm} />
      <FileDialogs dialogs={structure.files} versions={index.versions} />
      <StatusSlot>
        <span>{t('eps.count_nodes', { count: index.nodes.size })}</span>
        <span>{t('eps.count_versions', { count: index.versions.size })}</span>
        {structure.checked.size > 0 && <span>{t('eps.count_checked', { count: structure.checked.size })}</span>}
      </StatusSlot>
    </div>
  );
}

/** Where indicators are summed up for a row of the structure; groups of schedules have no sum of their own. */
function rollupPlaceOf(row: StructureRow): RollupPlace | null {
  if (row.type === 'version') return { kind: 'version', id: row.version.id };
  const { kind, id } = row.node;
  return kind === 'facility' || kind === 'project' || kind === 'schedule' ? { kind, id } : null;
}
