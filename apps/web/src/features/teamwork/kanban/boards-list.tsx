import { api } from '@gantry/contract';
import { Button, Loader, Menu } from '@mantine/core';
import { IconDots, IconLayoutKanban, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConditionColumn } from '../../../ui/conditions/conditions.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MessagePage } from '../../../ui/text/message-page.tsx';
import { NameDialog } from '../../../ui/forms/name-dialog.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { BoardDialog } from './board-dialog.tsx';
import { type BoardInList, useBoardActs, useBoards } from './kanban.queries.ts';
import classes from './boards.module.css';

type Props = {
  spaceId: number;
  nodeId: number;
  /** A schedule has boards of its rows too. */
  isSchedule: boolean;
  /** What conditions on works of the schedule can be about. */
  columns: readonly ConditionColumn[];
  mayEditAt(nodeId: number): boolean;
  onOpen(board: { id: number; eps_id: number }): void;
};

const nameSchema = api.kanban.update.body.shape.name.unwrap();

/** The boards of a node and of all below it, to choose one. */
export function BoardsList({ spaceId, nodeId, isSchedule, columns, mayEditAt, onOpen }: Props) {
  const { t } = useTranslation();
  const { boards: known, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useBoards(spaceId, nodeId);
  const acts = useBoardActs(spaceId);
  const [creating, setCreating] = useState(false);
  const [renamed, setRenamed] = useState<BoardInList | null>(null);
  const boards = known ?? [];
  const mayEdit = mayEditAt(nodeId);
  const create = mayEdit && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      {t('boards.create')}
    </Button>
  );
  const remove = async (board: BoardInList): Promise<void> => {
    await acts.remove(board.id);
    showToast('info', t('boards.removed', { name: board.name }), {
      ms: 10_000,
      action: { label: t('boards.undo'), run: () => void acts.update({ id: board.id, deleted: false }).catch(() => {}) },
    });
  };
  return (
    <div className={classes.page}>
      {isPending && <Loader size="sm" role="status" aria-label={t('boards.loading')} />}
      {isError && (
        <MessagePage title={t('boards.list_not_loaded')} actions={<Button onClick={() => void refetch()}>{t('shell.try_again')}</Button>} />
      )}
      {known && boards.length === 0 && (
        <MessagePage icon={IconLayoutKanban} title={t('boards.empty')} actions={create}>
          <p>{t(mayEdit ? 'boards.empty_hint' : 'boards.empty_reader')}</p>
        </MessagePage>
      )}
      {boards.length > 0 && (
        <>
          <header className={classes.head}>
            <h1 className={classes.title}>{t('boards.title')}</h1>
            {create}
          </header>
          <ul className={classes.list}>
            {boards.map((board) => (
              <BoardLine
                key={board.id}
                board={board}
                showNode={board.eps_id !== nodeId}
                mayEdit={mayEditAt(board.eps_id)}
                onOpen={() => onOpen(board)}
                onRename={() => setRenamed(board)}
                onRemove={() => void remove(board).catch(() => {})}
              />
            ))}
          </ul>
          {hasNextPage && (
            <Button mt="md" variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('boards.show_more')}
            </Button>
          )}
        </>
      )}
      <BoardDialog
        opened={creating}
        nodeId={nodeId}
        isSchedule={isSchedule}
        columns={columns}
        boards={boards}
        onCreate={acts.create}
        onCreated={(id) => onOpen({ id, eps_id: nodeId })}
        onClose={() => setCreating(false)}
      />
      <NameDialog
        key={renamed?.id}
        opened={renamed !== null}
        title={t('boards.rename')}
        label={t('ui.name')}
        submitLabel={t('ui.save')}
        initial={renamed?.name ?? ''}
        schema={nameSchema}
        onSubmit={(name) => acts.update({ id: renamed?.id ?? 0, name })}
        onClose={() => setRenamed(null)}
      />
    </div>
  );
}

type LineProps = { board: BoardInList; showNode: boolean; mayEdit: boolean; onOpen(): void; onRename(): void; onRemove(): void };

function BoardLine({ board, showNode, mayEdit, onOpen, onRename, onRemove }: LineProps) {
  const { t } = useTranslation();
  const { name, source, group_by, eps_name, cards, mine, overdue } = board;
  return (
    <li className={classes.line}>
      <button type="button" className={classes.open} onClick={onOpen}>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>
          {source === 'rows' ? t('boards.rows_by', { by: groupName(group_by, t) }) : t('boards.free')}
          {showNode && (
            <>
              {' · '}
              <bdi>{eps_name}</bdi>
            </>
          )}
        </small>
      </button>
      <span className={classes.counts}>
        {cards === null ? (
          <span>{t('boards.counted_open')}</span>
        ) : (
          <>
            <span>{t('boards.cards', { count: cards })}</span>
            <span>{t('boards.mine_count', { count: mine ?? 0 })}</span>
            <span data-overdue={(overdue ?? 0) > 0 || undefined}>{t('boards.overdue_count', { count: overdue ?? 0 })}</span>
          </>
        )}
      </span>
      {mayEdit && (
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton icon={IconDots} label={t('boards.more', { name })} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={onRename}>{t('ui.rename')}</Menu.Item>
            <Menu.Item color="var(--gantry-error)" onClick={onRemove}>
              {t('ui.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}

/** What the columns of a board of rows are. */
const groupName = (groupBy: string | null, t: (key: string) => string): string =>
  t(`boards.by_${groupBy?.startsWith('attribute:') ? 'attribute' : (groupBy ?? 'status')}`);
