import type { Scoreboard, ScoreboardColumn, ScoreboardRow } from '@gantry/contract';
import { Button, Loader, Select } from '@mantine/core';
import { IconChartHistogram, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRight } from '../../features/access/users/users.queries.ts';
import { ScoreboardDialog } from '../../features/insight/scoreboard/scoreboard-dialog.tsx';
import { ScoreboardMatrix } from '../../features/insight/scoreboard/scoreboard-matrix.tsx';
import { useBoard, useBoardActs, useBoards } from '../../features/insight/scoreboard/scoreboard.queries.ts';
import { indexTree, pathTo } from '../../features/structure/eps/eps.model.ts';
import { treeQuery } from '../../features/structure/eps/eps.queries.ts';
import { askPresetDeletion } from '../../ui/conditions/preset-deletion.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import classes from './scoreboard-page.module.css';

/** Boards of places by figures and lights; a place leads to what stands below it, a schedule to its version. */
export function ScoreboardPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const spaceId = Number(useParams({ strict: false }).spaceId);
  const search = useSearch({ strict: false }) as { board?: string; node?: string };
  const may = useRight(spaceId);
  const acts = useBoardActs(spaceId);
  const list = useBoards(spaceId);
  const tree = useQuery(treeQuery(spaceId)).data;
  const [edited, setEdited] = useState<{ board: Scoreboard | null } | null>(null);
  const boards = list.data?.boards ?? [];
  const board = boards.find(({ id }) => String(id) === search.board) ?? boards[0] ?? null;
  const node = search.node === undefined ? undefined : Number(search.node);
  const { data, error, isFetching, refetch } = useBoard(spaceId, board?.id ?? null, node);
  const places = useMemo(() => {
    if (!tree) return [];
    const index = indexTree(tree);
    return tree.nodes.map(({ id }) => ({
      id,
      name: pathTo(index, id)
        .map(({ name }) => name)
        .join(' / '),
    }));
  }, [tree]);

  const go = (id: number, below?: number): void => {
    const to: string = `/${spaceId}/scoreboard`;
    void navigate({ to, search: { board: String(id), ...(below === undefined ? {} : { node: String(below) }) } });
  };
  const open = ({ id, version_id }: ScoreboardRow, column?: ScoreboardColumn): void => {
    const to: string = `/${spaceId}/schedule/${version_id}`;
    if (version_id !== null) void navigate({ to, search: column ? { figure: column.figure } : {} });
    else if (board) go(board.id, id);
  };
  const remove = async ({ id, name }: Scoreboard): Promise<void> => {
    if (await askPresetDeletion(t, name)) await acts.remove(id).catch(() => {});
  };
  const create = (
    <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => setEdited({ board: null })}>
      {t('scoreboard.create')}
    </Button>
  );
  const mayChange = board !== null && (board.own || may('space.manage'));
  const problem = list.error ?? error;
  return (
    <section className={classes.page}>
      <h1 className={classes.heading}>{t('scoreboard.title')}</h1>
      {board && (
        <Toolbar className={classes.tools} label={t('scoreboard.tools')}>
          <Select
            size="xs"
            w={220}
            aria-label={t('scoreboard.board')}
            allowDeselect={false}
            value={String(board.id)}
            onChange={(value) => value !== null && go(Number(value))}
            data={boards.map(({ id, name, own, owner }) => ({ value: String(id), label: own ? name : `${name} · ${owner}` }))}
          />
          {mayChange && <IconButton icon={IconPencil} label={t('scoreboard.change')} onClick={() => setEdited({ board })} />}
          {mayChange && <IconButton icon={IconTrash} label={t('ui.delete')} onClick={() => void remove(board)} />}
          {create}
        </Toolbar>
      )}
      {board && data && data.path.length > 0 && (
        <nav className={classes.path} aria-label={t('scoreboard.where')}>
          <button type="button" onClick={() => go(board.id)}>
            {board.name}
          </button>
          {data.path.map(({ id, name }, index) => (
            <span key={id}>
              {' / '}
              {index === data.path.length - 1 ? (
                <b>{name}</b>
              ) : (
                <button type="button" onClick={() => go(board.id, id)}>
                  {name}
                </button>
              )}
            </span>
          ))}
        </nav>
      )}
      {data && data.state.outdated.length > 0 && (
        <p className={classes.note} role="status">
          {t('analytics.outdated', { count: data.state.outdated.length, names: data.state.outdated.map(({ name }) => name).join(', ') })}
        </p>
      )}
      {data && data.state.hidden > 0 && <p className={classes.note}>{t('scoreboard.money_hidden', { count: data.state.hidden })}</p>}
      {problem ? (
        <MessagePage
          title={t('scoreboard.not_loaded')}
          actions={<Button onClick={() => void (list.error ? list.refetch() : refetch())}>{t('shell.try_again')}</Button>}
        >
          <p>{refusalText(problem, t)}</p>
        </MessagePage>
      ) : list.isPending || (board && !data) ? (
        <Loader size="sm" m="md" role="status" aria-label={t('scoreboard.loading')} />
      ) : !board || !data ? (
        <MessagePage icon={IconChartHistogram} title={t('scoreboard.none')} actions={create}>
          <p>{t('scoreboard.none_hint')}</p>
        </MessagePage>
      ) : !data.rows.length ? (
        <MessagePage icon={IconChartHistogram} title={t('scoreboard.no_rows')}>
          <p>{t('scoreboard.no_rows_hint')}</p>
        </MessagePage>
      ) : (
        <div className={classes.room} aria-busy={isFetching}>
          <ScoreboardMatrix
            key={`${board.id} ${node}`}
            label={data.board.name}
            columns={data.board.content.columns}
            rows={data.rows}
            onOpen={open}
          />
          <p className={classes.note}>{t('scoreboard.keys')}</p>
        </div>
      )}
      <ScoreboardDialog
        opened={edited !== null}
        board={edited?.board ?? null}
        places={places}
        mayShare={may('plan.edit')}
        onSubmit={async (form) => {
          if (edited?.board) await acts.update(edited.board.id, form);
          else go(await acts.create(form));
        }}
        onClose={() => setEdited(null)}
      />
    </section>
  );
}
