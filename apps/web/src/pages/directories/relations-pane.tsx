import type { DirectoryRelation } from '@gantry/contract';
import { Button, Loader, Menu, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconAdjustments,
  IconArrowsSplit2,
  IconDownload,
  IconUpload,
  IconPlus,
  IconSearch,
  IconTransform,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { useRight } from '../../features/access/users/users.queries.ts';
import { useCoefficients } from '../../features/catalog/coefficients/coefficients.queries.ts';
import {
  useDirectoryRelations,
  useRelationCommands,
  useRelationRows,
} from '../../features/catalog/directory-relations/directory-relations.queries.ts';
import { PairsDialog } from '../../features/catalog/directory-relations/pairs-dialog.tsx';
import { RelationDialog } from '../../features/catalog/directory-relations/relation-dialog.tsx';
import { RelationGrid } from '../../features/catalog/directory-relations/relation-grid.tsx';
import { CatalogChangesDialog } from '../../features/planning/catalog-changes/catalog-changes-dialog.tsx';
import { useExportRelation } from '../../features/operations/directory-relation-files/directory-relation-files.queries.ts';
import { RelationImportDialog } from '../../features/operations/directory-relation-files/relation-import-dialog.tsx';
import { isRefusal } from '../../lib/calls/api-error.ts';
import { askConfirmation } from '../../ui/forms/confirm.tsx';
import type { Gantt } from '../../ui/gantt/create-gantt.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { StatusSlot } from '../../ui/shell-slots.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './directories-pane.module.css';
import { useAllDirectories } from './use-all-directories.ts';

/** Complex relations: which rows of one directory bring which rows of another, how many, under which coefficients. */
export function RelationsPane({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useDirectoryRelations(spaceId);
  const commands = useRelationCommands(spaceId);
  const directories = useAllDirectories(spaceId);
  const sets = useCoefficients(spaceId);
  const mayEdit = useRight(spaceId)('structure.edit');
  const [{ id: kept }, setKept] = useUiState<{ id: number | null }>(spaceId, 'directories', 'relation', { id: null });
  const [open, setOpen] = useState<DirectoryRelation | 'new' | null>(null);
  const [following, setFollowing] = useState<DirectoryRelation | null>(null);
  const navigate = useNavigate();
  const relations = data?.relations ?? [];
  const current = relations.find(({ id }) => id === kept) ?? relations[0] ?? null;
  const coefficients = useMemo(
    () => new Map((sets ?? []).flatMap((set) => set.coefficients.map(({ id, code, name }) => [id, code || name] as const))),
    [sets],
  );
  const remove = async (relation: DirectoryRelation): Promise<void> => {
    const question = { title: t('relations_page.delete_title', { name: relation.name }), confirmLabel: t('ui.delete') };
    if (!(await askConfirmation({ ...question, text: t('relations_page.delete_text', { count: relation.rows }) }))) return;
    try {
      await commands.remove(relation.id, false);
    } catch (error) {
      if (!isRefusal(error, 'directory_relation.in_use')) return showToast('error', refusalText(error, t));
      if (await askConfirmation({ ...question, text: `${refusalText(error, t)}\n\n${t('relations_page.delete_used')}` }))
        await commands.remove(relation.id, true).catch(() => undefined);
    }
  };
  return (
    <div className={classes.page}>
      <nav className={classes.single} aria-label={t('directories.relations')}>
        {mayEdit && (
          <Button size="compact-sm" variant="subtle" m={4} leftSection={<IconPlus size={16} stroke={1.5} />} onClick={() => setOpen('new')}>
            {t('relations_page.new')}
          </Button>
        )}
        {relations.map((relation) => (
          <button
            key={relation.id}
            type="button"
            className={classes.relation}
            aria-current={relation.id === current?.id || undefined}
            onClick={() => setKept({ id: relation.id })}
          >
            <span>{relation.name}</span>
            <span className={classes.ends}>
              {relation.from.name} → {relation.to.name}
            </span>
          </button>
        ))}
      </nav>
      {isError ? (
        <MessagePage title={t('directory.not_loaded')} actions={<Button onClick={() => void refetch()}>{t('shell.try_again')}</Button>} />
      ) : current ? (
        <RelationRows
          key={current.id}
          spaceId={spaceId}
          relation={current}
          coefficients={coefficients}
          readOnly={!mayEdit}
          onFollows={() => setFollowing(current)}
          onOptions={() => setOpen(current)}
          onDelete={() => void remove(current)}
        />
      ) : (
        data && (
          <MessagePage
            icon={IconTransform}
            title={t('relations_page.none')}
            actions={mayEdit && <Button onClick={() => setOpen('new')}>{t('relations_page.new')}</Button>}
          >
            <p>{t('relations_page.none_hint')}</p>
          </MessagePage>
        )
      )}
      <CatalogChangesDialog
        change={following && { source: 'relation', id: following.id, name: following.name }}
        onOpenVersion={(id) => void navigate({ to: `/${spaceId}/schedule/${id}` })}
        onClose={() => setFollowing(null)}
      />
      <RelationDialog
        relation={open}
        directories={directories.map(({ id, name, node_name }) => ({ value: String(id), name, label: `${name} – ${node_name}` }))}
        coefficients={[...coefficients].map(([id, label]) => ({ value: String(id), label }))}
        onSubmit={async (answer) => {
          if (open === 'new') setKept({ id: (await commands.create(answer)).id });
          else if (open) await commands.update(open.id, { name: answer.name, options: answer.options });
        }}
        onClose={() => setOpen(null)}
      />
    </div>
  );
}

type RowsProps = {
  spaceId: number;
  relation: DirectoryRelation;
  coefficients: ReadonlyMap<number, string>;
  readOnly: boolean;
  onFollows(): void;
  onOptions(): void;
  onDelete(): void;
};

function RelationRows({ spaceId, relation, coefficients, readOnly, onFollows, onOptions, onDelete }: RowsProps) {
  const { t } = useTranslation();
  const commands = useRelationCommands(spaceId);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);
  const { data, hasNextPage, isFetching, fetchNextPage } = useRelationRows(spaceId, relation.id, search);
  const list = useMemo(() => (data?.pages ?? []).flatMap(({ rows }) => rows), [data]);
  const total = data?.pages[0]?.total ?? 0;
  const gantt = useRef<Gantt | null>(null);
  const [chosen, setChosen] = useState<number[]>([]);
  const [pasted, setPasted] = useState<string | null>(null);
  const [importing, setImporting] = useState(false);
  const exporting = useExportRelation();
  // Loads further pages while the grid shows the first.
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  return (
    <section className={classes.main} aria-label={relation.name}>
      <Toolbar className={classes.relationTools} label={t('relations_page.toolbar')}>
        <IconButton icon={IconPlus} label={t('relations_page.add_rows')} disabled={readOnly} onClick={() => setPasted('')} />
        <IconButton
          icon={IconTrash}
          label={t('ui.delete')}
          shortcut="Delete"
          disabled={readOnly || chosen.length === 0}
          onClick={() => void commands.removeRows(relation.id, chosen).catch(() => undefined)}
        />
        <TextInput
          size="xs"
          w={220}
          aria-label={t('relations_page.search')}
          placeholder={t('relations_page.search')}
          leftSection={<IconSearch size={14} stroke={1.5} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {isFetching && <Loader size={14} />}
        <IconButton icon={IconUpload} label={t('relations_page.import')} disabled={readOnly} onClick={() => setImporting(true)} />
        <Menu withinPortal position="bottom-start">
          <Menu.Target>
            <IconButton icon={IconDownload} label={t('directory.export')} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => exporting.mutate({ id: relation.id, format: 'xlsx' })}>{t('directory.export_xlsx')}</Menu.Item>
            <Menu.Item onClick={() => exporting.mutate({ id: relation.id, format: 'csv' })}>{t('directory.export_csv')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <span className={classes.spring} />
        <Button size="compact-sm" variant="subtle" leftSection={<IconArrowsSplit2 size={16} stroke={1.5} />} onClick={onFollows}>
          {t('directory.follows')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconAdjustments size={16} stroke={1.5} />}
          disabled={readOnly}
          onClick={onOptions}
        >
          {t('relations_page.options')}
        </Button>
        <Button size="compact-sm" variant="subtle" color="var(--gantry-error)" disabled={readOnly} onClick={onDelete}>
          {t('relations_page.delete')}
        </Button>
      </Toolbar>
      <div className={classes.grid}>
        <RelationGrid
          relation={relation}
          list={list}
          coefficients={coefficients}
          commands={commands}
          readOnly={readOnly}
          gantt={gantt}
          onSelect={setChosen}
          onPaste={setPasted}
        />
        {data && total === 0 && (
          <div className={classes.over}>
            <MessagePage
              icon={IconTransform}
              title={t(search ? 'relations_page.nothing_found' : 'relations_page.empty')}
              actions={!search && !readOnly && <Button onClick={() => setPasted('')}>{t('relations_page.add_rows')}</Button>}
            />
          </div>
        )}
      </div>
      <PairsDialog
        spaceId={spaceId}
        relation={relation}
        pasted={pasted}
        onSubmit={async (add) => {
          const { ids } = await commands.addRows(relation.id, add);
          showToast('ok', t('relations_page.added', { count: ids.length }), { ms: 2000 });
        }}
        onClose={() => setPasted(null)}
      />
      <RelationImportDialog
        relation={importing ? relation : null}
        onDone={() => void commands.refresh()}
        onClose={() => setImporting(false)}
      />
      <StatusSlot>
        <span>{t('directory.count_rows', { count: total })}</span>
        {chosen.length > 0 && <span>{t('gantt.selected', { count: chosen.length })}</span>}
      </StatusSlot>
    </section>
  );
}
