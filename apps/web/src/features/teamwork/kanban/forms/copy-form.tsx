import { KANBAN_COPIED, type KanbanBoard, type KanbanItem } from '@gantry/contract';
import { Button, Checkbox, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../../ui/forms/dialog-form.tsx';
import { refusalText } from '../../../../ui/text/refusal-text.ts';
import { showToast } from '../../../../ui/toasts.tsx';
import type { CardActs } from '../kanban.cards.queries.ts';
import { columnName } from '../kanban.model.ts';
import { useBoards, useColumnsOf } from '../kanban.queries.ts';

type Props = { spaceId: number; board: KanbanBoard; items: readonly KanbanItem[]; acts: CardActs; onClose(): void };

/** Where copies of cards go: a column of this board, or of another free one of its node. */
export function CopyForm({ spaceId, board, items, acts, onClose }: Props) {
  const { t } = useTranslation();
  const { boards, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useBoards(spaceId, board.eps_id);
  const free = boards?.filter(({ source }) => source === 'free') ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const boardId = chosen ?? (board.source === 'free' ? board.id : (free[0]?.id ?? null));
  const columns = useColumnsOf(spaceId, boardId).data?.columns ?? [];
  const [columnId, setColumnId] = useState<number | null>(null);
  const column = columns.find(({ id }) => id === columnId) ?? columns.find(({ id }) => id === items[0].column_id) ?? columns[0];
  const [taken, setTaken] = useState<ReadonlySet<(typeof KANBAN_COPIED)[number]>>(new Set(KANBAN_COPIED));
  const [refusal, setRefusal] = useState<string | null>(null);
  const copy = async (): Promise<void> => {
    if (boardId === null || !column) return;
    try {
      await acts.copy({ ids: items.map(({ id }) => id), board_id: boardId, column_id: column.id, with: [...taken] });
    } catch (error) {
      setRefusal(refusalText(error, t));
      throw error;
    }
    const name = free.find(({ id }) => id === boardId)?.name ?? board.name;
    showToast('info', t('boards.copied', { count: items.length, board: name, column: columnName(column, t) }));
  };
  if (!isPending && !hasNextPage && boardId === null)
    return (
      <DialogForm submitLabel={null} ready={false} onSubmit={() => Promise.resolve()} onClose={onClose}>
        <Text size="sm">{t('boards.no_free_board')}</Text>
      </DialogForm>
    );
  return (
    <DialogForm submitLabel={t('boards.copy')} ready={column !== undefined} onSubmit={copy} onClose={onClose}>
      <Select
        data-autofocus
        label={t('boards.template')}
        allowDeselect={false}
        searchable={free.length > 8}
        data={free.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={boardId === null ? null : String(boardId)}
        onChange={(value) => {
          setChosen(Number(value));
          setColumnId(null);
        }}
      />
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('boards.show_more')}
        </Button>
      )}
      <Select
        label={t('boards.column')}
        allowDeselect={false}
        placeholder={column ? undefined : t('boards.no_columns')}
        data={columns.map((one) => ({ value: String(one.id), label: columnName(one, t) }))}
        value={column ? String(column.id) : null}
        onChange={(value) => setColumnId(Number(value))}
      />
      {KANBAN_COPIED.map((part) => (
        <Checkbox
          key={part}
          label={t(`boards.copy_${part}`)}
          checked={taken.has(part)}
          onChange={({ currentTarget: { checked } }) =>
            setTaken(new Set(checked ? [...taken, part] : [...taken].filter((one) => one !== part)))
          }
        />
      ))}
      {refusal && (
        <Text size="sm" c="var(--gantry-error)" role="alert">
          {refusal}
        </Text>
      )}
    </DialogForm>
  );
}
