import type { DirectorySummary } from '@gantry/contract';
import { Button, Menu } from '@mantine/core';
import {
  IconBooks,
  IconCopy,
  IconDots,
  IconFolderShare,
  IconPencil,
  IconPlus,
  IconTableImport,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { useRight } from '../../features/access/users/users.queries.ts';
import { useDirectories, useDirectoryCommands } from '../../features/catalog/directories/directories.queries.ts';
import { DirectoryDialog, TargetDialog } from '../../features/catalog/directories/list/directory-dialogs.tsx';
import { DirectoryList } from '../../features/catalog/directories/list/directory-list.tsx';
import { UploadDialog } from '../../features/operations/directory-files/upload-dialog.tsx';
import { treeQuery } from '../../features/structure/eps/eps.queries.ts';
import { NodePicker, type PickedPlace } from '../../features/structure/eps/node-picker.tsx';
import { isRefusal } from '../../lib/calls/api-error.ts';
import { askConfirmation } from '../../ui/forms/confirm.tsx';
import { closeForm, useNamedForm, useOpenForm } from '../../ui/forms/open-form.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { showToast } from '../../ui/toasts.tsx';
import { DirectoryPane } from './directory-pane.tsx';
import classes from './directories-pane.module.css';

type Kept = { node: number | null; directory: number | null };

/** Directories of the hierarchy: a node at the left with those that it sees, the open one beside. */
export function DirectoriesPane({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const { data: tree } = useQuery(treeQuery(spaceId));
  const [kept, setKept] = useUiState<Kept>(spaceId, 'directories', 'place', { node: null, directory: null });
  const nodeId = tree?.nodes.find(({ id }) => id === kept.node)?.id ?? tree?.nodes.find(({ parent_id }) => parent_id === null)?.id ?? null;
  const { data, isError, refetch } = useDirectories(spaceId, nodeId);
  const commands = useDirectoryCommands(spaceId);
  const mayEdit = useRight(spaceId)('structure.edit');
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null);
  const openForm = useOpenForm();
  const plain = useNamedForm('directory_upload');
  const assigning = useNamedForm('directory_upload_with_assignment');
  const uploading = plain ?? assigning;
  const [target, setTarget] = useState<'move' | 'copy' | null>(null);
  const directories = data?.directories ?? [];
  const current = directories.find(({ id }) => id === kept.directory) ?? directories[0] ?? null;
  const own = current !== null && !current.inherited;
  const select = (directory: number | null, node = nodeId): void => setKept({ node, directory });

  const remove = async (directory: DirectorySummary): Promise<void> => {
    const place = { epsId: directory.node_id, directoryId: directory.id };
    const question = { title: t('directory.delete_title', { name: directory.name }), confirmLabel: t('ui.delete') };
    if (!(await askConfirmation({ ...question, text: t('directory.delete_text', { count: directory.rows }) }))) return;
    try {
      await commands.remove(place, false);
    } catch (error) {
      if (!isRefusal(error, 'directory.in_use')) return showToast('error', refusalText(error, t));
      const yes = await askConfirmation({
        ...question,
        text: `${refusalText(error, t)}\n\n${t('directory.delete_used')}`,
        typedName: directory.name,
      });
      if (yes) await commands.remove(place, true).catch(() => undefined);
    }
  };
  const placeOf = ({ node_id, id }: DirectorySummary) => ({ epsId: node_id, directoryId: id });

  return (
    <div className={classes.page}>
      <nav className={classes.places}>
        <NodePicker
          spaceId={spaceId}
          whole={false}
          value={`n${nodeId ?? 0}`}
          onChange={(place: PickedPlace) => place !== 'space' && select(kept.directory, Number(place.slice(1)))}
        />
        <DirectoryList directories={directories} selected={current?.id ?? null} onSelect={(id) => select(id)}>
          {mayEdit && (
            <Button
              size="compact-sm"
              variant="subtle"
              disabled={nodeId === null}
              leftSection={<IconPlus size={16} stroke={1.5} />}
              onClick={() => setNaming('new')}
            >
              {t('directory.new')}
            </Button>
          )}
          {mayEdit && (
            <IconButton
              icon={IconUpload}
              variant="subtle"
              label={t('directory.upload_new')}
              disabled={nodeId === null}
              onClick={() => openForm({ form: 'directory_upload', into: 'new' })}
            />
          )}
          {current && (
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <IconButton icon={IconDots} label={t('directory.more')} variant="subtle" ml="auto" disabled={!mayEdit} />
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Label>{current.name}</Menu.Label>
                <Menu.Item disabled={!own} leftSection={<IconPencil size={16} stroke={1.5} />} onClick={() => setNaming('rename')}>
                  {t('directory.rename')}
                </Menu.Item>
                <Menu.Item leftSection={<IconCopy size={16} stroke={1.5} />} onClick={() => setTarget('copy')}>
                  {t('directory.copy_to')}
                </Menu.Item>
                <Menu.Item disabled={!own} leftSection={<IconFolderShare size={16} stroke={1.5} />} onClick={() => setTarget('move')}>
                  {t('directory.move_to')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconTableImport size={16} stroke={1.5} />}
                  onClick={() => openForm({ form: 'directory_upload_with_assignment', into: 'shown' })}
                >
                  {t('directory_upload.title_assign')}
                </Menu.Item>
                <Menu.Divider />
                <Menu.Item
                  disabled={!own}
                  color="var(--gantry-error)"
                  leftSection={<IconTrash size={16} stroke={1.5} />}
                  onClick={() => void remove(current)}
                >
                  {t('ui.delete')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </DirectoryList>
      </nav>
      {isError ? (
        <MessagePage title={t('directory.not_loaded')} actions={<Button onClick={() => void refetch()}>{t('shell.try_again')}</Button>} />
      ) : current ? (
        <DirectoryPane
          key={current.id}
          spaceId={spaceId}
          nodeId={nodeId ?? 0}
          directory={current}
          readOnly={!mayEdit || !own}
          onOpen={(directory, node) => select(directory, node)}
        />
      ) : (
        data && (
          <MessagePage
            icon={IconBooks}
            title={t('directory.none')}
            actions={
              mayEdit && (
                <>
                  <Button onClick={() => setNaming('new')}>{t('directory.new')}</Button>
                  <Button variant="default" onClick={() => openForm({ form: 'directory_upload', into: 'new' })}>
                    {t('directory.upload')}
                  </Button>
                </>
              )
            }
          >
            <p>{t('directory.none_hint')}</p>
          </MessagePage>
        )
      )}
      {tree && tree.nodes.length === 0 && (
        <MessagePage icon={IconBooks} title={t('directory.no_nodes')}>
          <p>{t('directory.no_nodes_hint')}</p>
        </MessagePage>
      )}
      <DirectoryDialog
        naming={
          naming === 'new'
            ? { title: t('directory.new'), submitLabel: t('ui.create'), name: '', kind: 'general' }
            : naming === 'rename' && current
              ? { title: t('directory.rename'), submitLabel: t('ui.save'), name: current.name, kind: current.kind }
              : null
        }
        onSubmit={async (answer) => {
          if (naming === 'rename' && current) return commands.rename(placeOf(current), answer);
          const { id } = await commands.create(nodeId ?? 0, answer);
          return select(id);
        }}
        onClose={() => setNaming(null)}
      />
      <UploadDialog
        opened={uploading?.into === 'new' && nodeId !== null}
        assigning={assigning !== null}
        spaceId={spaceId}
        epsId={nodeId ?? 0}
        into={null}
        onDone={(id) => select(id)}
        onClose={closeForm}
      />
      <TargetDialog
        spaceId={spaceId}
        target={target && current && { way: target, name: current.name, nodeId: nodeId ?? 0 }}
        onSubmit={async (toNode, name) => {
          if (!current) return;
          if (target === 'move') {
            await commands.moveTo(placeOf(current), toNode);
            select(current.id, toNode);
          } else select((await commands.copyTo({ epsId: nodeId ?? 0, directoryId: current.id }, toNode, name)).id, toNode);
        }}
        onClose={() => setTarget(null)}
      />
    </div>
  );
}
