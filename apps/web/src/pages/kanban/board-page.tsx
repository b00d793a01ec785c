import type { KanbanItem } from '@gantry/contract';
import { Button, Loader } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconChartHistogram,
  IconColumnInsertRight,
  IconFilter,
  IconLayoutKanban,
  IconTags,
} from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWhoAmI } from '../../features/access/users/users.queries.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { useChatHere } from '../../features/teamwork/chat/chat.queries.ts';
import { CommentsPanel } from '../../features/teamwork/comments/comments-panel.tsx';
import type { CommentsPlace } from '../../features/teamwork/comments/comments.queries.ts';
import { ColumnDialog, LabelsDialog } from '../../features/teamwork/kanban/board-setup.tsx';
import { BoardStats } from '../../features/teamwork/kanban/board-stats.tsx';
import { type BoardHands, BoardView } from '../../features/teamwork/kanban/board-view.tsx';
import { CardPanel } from '../../features/teamwork/kanban/card-panel.tsx';
import { useBoard, useCardActs } from '../../features/teamwork/kanban/kanban.cards.queries.ts';
import { type CardFilter, fillColumns, keyOf } from '../../features/teamwork/kanban/kanban.model.ts';
import { useSetUpActs } from '../../features/teamwork/kanban/kanban.queries.ts';
import { localToday } from '../../lib/dates.ts';
import { countConditions } from '../../ui/conditions/conditions.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { StatusSlot } from '../../ui/shell-slots.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { BoardFilters } from './board-filters.tsx';
import { WorksOfBoard } from './works-of-board.tsx';
import classes from './board-page.module.css';
import { type BoardSearch, filterOf, searchOf } from './board-search.ts';

/** A board; the card that the address names is open beside it. */
export function BoardPage() {
  const { spaceId, id, boardId } = useParams({ strict: false }) as { spaceId: string; id: string; boardId: string };
  return <OneBoard key={boardId} spaceId={Number(spaceId)} nodeId={Number(id)} boardId={Number(boardId)} />;
}

function OneBoard({ spaceId, nodeId, boardId }: { spaceId: number; nodeId: number; boardId: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { cardId } = useParams({ strict: false }) as { cardId?: string };
  const search = useSearch({ strict: false }) as BoardSearch;
  const filter = useMemo(() => filterOf(search), [search]);
  const me = useWhoAmI();
  const userId = me?.id ?? null;
  const may = useRightAt(spaceId, nodeId);
  const { head, cards } = useBoard(spaceId, boardId);
  const acts = useCardActs(spaceId, boardId);
  const setUp = useSetUpActs(spaceId, boardId);
  const hands = useRef<BoardHands>(null);
  const filterField = useRef<HTMLInputElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const [column, setColumn] = useState<number | 'new' | null>(null);
  const [dialog, setDialog] = useState<'labels' | 'stats' | 'works' | null>(null);
  const [today] = useState(() => localToday());
  useChatHere(nodeId);

  const { columns, labels, board } = head.data ?? {};
  const items = cards.data?.items;
  const filled = useMemo(
    () => (columns && items ? fillColumns(columns, items, filter, { me: userId, today }) : null),
    [columns, items, filter, userId, today],
  );
  const labelsById = useMemo(() => new Map(labels?.map((label) => [label.id, label])), [labels]);
  const opened = items?.find((item) => String(item.id) === cardId || String(keyOf(item)) === cardId) ?? null;
  const openedKey = opened && keyOf(opened);
  const commentsOn = opened && board ? commentsPlace(board.eps_id, opened) : null;

  const go = (card: number | null, wanted: CardFilter = filter): void =>
    void navigate({
      to: `/${spaceId}/kanban-schedule/${nodeId}/${boardId}${card === null ? '' : `/${card}`}`,
      search: searchOf(wanted),
      // A filter and a closed card are no steps of their own: Back leads to where the person was before.
      replace: card === null || card === openedKey,
    });
  const toCards = (): void => view.current?.querySelector<HTMLElement>('[data-key][tabindex="0"]')?.focus();
  const close = (): void => {
    go(null);
    toCards();
  };
  const error = head.error ?? cards.error;
  if (error && !(head.data && cards.data))
    return (
      <MessagePage
        icon={IconLayoutKanban}
        title={t('boards.board_not_loaded')}
        actions={
          <>
            <Button onClick={() => void Promise.all([head.refetch(), cards.refetch()])}>{t('shell.try_again')}</Button>
            <Button variant="default" onClick={() => void navigate({ to: `/${spaceId}/kanban-schedule/${nodeId}` })}>
              {t('boards.all')}
            </Button>
          </>
        }
      >
        <p>{refusalText(error, t)}</p>
      </MessagePage>
    );
  if (!head.data || !board || !filled || !cards.data || !labels || !columns)
    return <Loader m="md" size="sm" role="status" aria-label={t('boards.loading')} />;

  const isRows = board.source === 'rows';
  const mayCards = { change: head.data.may.edit, make: head.data.may.edit && !isRows, setUp: head.data.may.edit };
  const shownCards = filled.reduce((sum, { shown }) => sum + shown.length, 0);
  const allCards = filled.reduce((sum, { all }) => sum + all.length, 0);
  const { missing } = cards.data;
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <Toolbar className={classes.toolbar} label={t('boards.toolbar')}>
          <IconButton
            icon={IconArrowLeft}
            label={t('boards.all')}
            onClick={() => void navigate({ to: `/${spaceId}/kanban-schedule/${nodeId}` })}
          />
          <h1 className={classes.name} title={board.name}>
            {board.name}
          </h1>
          <BoardFilters
            filter={filter}
            labels={labels}
            people={cards.data.people}
            field={filterField}
            onChange={(wanted) => go(openedKey, wanted)}
            onLeave={toCards}
          />
          <span className={classes.spring} />
          {mayCards.change && (
            <>
              <IconButton icon={IconArrowBackUp} label={t('boards.undo')} shortcut="Ctrl+Z" onClick={() => hands.current?.undo()} />
              <IconButton icon={IconColumnInsertRight} label={t('boards.new_column')} onClick={() => setColumn('new')} />
              {isRows && (
                <IconButton
                  icon={IconFilter}
                  label={board.filter ? t('boards.works_filtered', { count: countConditions(board.filter) }) : t('boards.works_filter')}
                  variant={board.filter ? 'light' : undefined}
                  onClick={() => setDialog('works')}
                />
              )}
              <IconButton icon={IconTags} label={t('boards.labels')} onClick={() => setDialog('labels')} />
            </>
          )}
          <IconButton icon={IconChartHistogram} label={t('boards.stats')} onClick={() => setDialog('stats')} />
        </Toolbar>
        {columns.length === 0 && (
          <MessagePage
            icon={IconLayoutKanban}
            title={t('boards.no_columns')}
            actions={mayCards.setUp && <Button onClick={() => setColumn('new')}>{t('boards.new_column')}</Button>}
          >
            <p>{t(isRows && head.data.version_id === null ? 'kanban.no_actual_version' : 'boards.no_columns_hint')}</p>
          </MessagePage>
        )}
        {isRows && missing.length > 0 && mayCards.setUp && (
          <p className={classes.missing}>
            {t('boards.missing', { count: missing.reduce((sum, one) => sum + one.cards, 0) })}{' '}
            <Button size="compact-sm" variant="default" onClick={() => setColumn('new')}>
              {t('boards.new_column')}
            </Button>
          </p>
        )}
        <div ref={view} className={classes.view}>
          <BoardView
            spaceId={spaceId}
            board={board}
            columns={filled}
            look={{ labels: labelsById, people: cards.data.people, today, opened: openedKey }}
            acts={acts}
            may={mayCards}
            hands={hands}
            onOpen={(key) => go(key)}
            onFilter={() => filterField.current?.focus()}
            onColumn={setColumn}
          />
        </div>
      </div>
      {opened && openedKey !== null && (
        <CardPanel
          key={openedKey}
          spaceId={spaceId}
          boardId={boardId}
          item={opened}
          columns={columns}
          labels={labels}
          acts={acts}
          may={mayCards}
          onMove={() => hands.current?.ask('move', [openedKey])}
          onCopy={() => hands.current?.ask('copy', [openedKey])}
          onToRow={!isRows && opened.row_id === null && head.data.may.edit ? () => hands.current?.ask('row', [openedKey]) : null}
          onRemove={() => {
            hands.current?.remove([openedKey]);
            go(null);
          }}
          onOpenRow={(versionId, itemId) =>
            void navigate({
              to: '/$spaceId/schedule/$id',
              params: { spaceId: String(spaceId), id: String(versionId) },
              search: { target: String(itemId) },
            })
          }
          onClose={close}
        >
          {commentsOn && may('chat.read') && (
            <CommentsPanel
              spaceId={spaceId}
              place={commentsOn}
              mayWrite={may('chat.write')}
              mayModerate={may('chat.moderate')}
              userId={userId}
            />
          )}
        </CardPanel>
      )}
      <ColumnDialog
        spaceId={spaceId}
        boardId={boardId}
        isRows={isRows}
        columns={filled}
        missing={missing}
        target={column}
        acts={setUp}
        onClose={() => setColumn(null)}
      />
      <LabelsDialog boardId={boardId} opened={dialog === 'labels'} labels={labels} acts={setUp} onClose={() => setDialog(null)} />
      {dialog === 'works' && (
        <WorksOfBoard spaceId={spaceId} board={board} versionId={head.data.version_id} onClose={() => setDialog(null)} />
      )}
      <BoardStats
        spaceId={spaceId}
        nodeId={board.eps_id}
        boardId={boardId}
        columns={columns}
        opened={dialog === 'stats'}
        onClose={() => setDialog(null)}
      />
      <StatusSlot>
        <span>
          {shownCards === allCards ? t('boards.cards', { count: allCards }) : t('boards.shown_of', { shown: shownCards, count: allCards })}
        </span>
      </StatusSlot>
    </div>
  );
}

/** Where the comments on a card stand: at its work, else at the card itself; nowhere while its work is in no version. */
function commentsPlace(nodeId: number, { id, row, row_id, schedule_id }: KanbanItem): CommentsPlace | null {
  if (row_id === null) return { nodeId, cardId: id };
  return row && schedule_id !== null ? { nodeId: schedule_id, row: { versionId: row.version_id, id: row_id } } : null;
}
