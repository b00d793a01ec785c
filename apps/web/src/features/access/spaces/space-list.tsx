import { api } from '@gantry/contract';
import { Badge, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MessagePage } from '../../../ui/text/message-page.tsx';
import { NameDialog } from '../../../ui/forms/name-dialog.tsx';
import { closeForm, useNamedForm, useOpenForm } from '../../../ui/forms/open-form.ts';
import { useTrackJob } from '../jobs/jobs.queries.ts';
import { mySpacesQuery, type Membership } from '../users/users.queries.ts';
import { CreateSpaceDialog } from './create-space-dialog.tsx';
import { useDeleteFree, useDeleteSpace, useRenameSpace } from './spaces.queries.ts';
import classes from './space-list.module.css';

const nameSchema = api.spaces.create.body.shape.name;

/** The person's spaces: enter one, make one, rename, delete. */
export function SpaceList({ lastUsed, onEnter }: { lastUsed: number | null; onEnter: (spaceId: number) => void }) {
  const { t } = useTranslation();
  const { data, isPending } = useQuery({
    ...mySpacesQuery,
    refetchInterval: (query) => (query.state.data?.spaces.some((space) => space.deleting) ? 1500 : false),
  });
  const openForm = useOpenForm();
  const creating = useNamedForm('create_space');
  const [renaming, setRenaming] = useState<Membership | null>(null);
  const rename = useRenameSpace();
  const remove = useDeleteSpace();
  const removeFree = useDeleteFree();
  const track = useTrackJob();
  const list = useRef<HTMLUListElement>(null);
  const spaces = data?.spaces ?? [];

  const askDelete = async (space: Membership): Promise<void> => {
    const yes = await askConfirmation({
      title: t('spaces.delete_title'),
      text: t('spaces.delete_text', {
        name: space.name,
        projects: t('spaces.projects', { count: space.projects }),
        members: t('spaces.members', { count: space.members }),
      }),
      confirmLabel: t('spaces.delete'),
      typedName: space.name,
    });
    if (yes) remove.mutate(space.id, { onSuccess: ({ job_id: jobId }) => void track(jobId) });
  };
  const free = spaces.filter(({ kind, role, deleting }) => kind === 'free' && role === 'owner' && !deleting).map(({ id }) => id);
  const askDeleteFree = async (): Promise<void> => {
    const yes = await askConfirmation({
      title: t('spaces.delete_free_title'),
      text: t('spaces.delete_free_text', { count: free.length }),
      confirmLabel: t('spaces.delete_free'),
    });
    if (yes) removeFree.mutate(free, { onSuccess: ({ job_ids: jobs }) => jobs.forEach((id) => void track(id)) });
  };
  /** Arrows move between the spaces; inside a row Tab reaches its buttons. */
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-enter]') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (!step || at < 0) return;
    event.preventDefault();
    buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)].focus();
  };

  return (
    <>
      {!isPending && spaces.length === 0 ? (
        <MessagePage
          title={t('spaces.none')}
          actions={<Button onClick={() => openForm({ form: 'create_space' })}>{t('spaces.create')}</Button>}
        >
          <p>{t('spaces.none_hint')}</p>
        </MessagePage>
      ) : (
        <>
          <ul className={classes.list} ref={list}>
            {spaces.map((space) => (
              <SpaceRow
                key={space.id}
                space={space}
                autoFocus={space.id === (spaces.some(({ id }) => id === lastUsed) ? lastUsed : spaces[0].id)}
                lastUsed={space.id === lastUsed}
                onEnter={() => onEnter(space.id)}
                onKeyDown={onKeyDown}
                onRename={() => setRenaming(space)}
                onDelete={() => void askDelete(space)}
              />
            ))}
          </ul>
          <Button variant="default" leftSection={<IconPlus size={16} stroke={1.5} />} onClick={() => openForm({ form: 'create_space' })}>
            {t('spaces.create')}
          </Button>
          {free.length > 0 && (
            <Button
              variant="subtle"
              color="gray"
              ml="sm"
              leftSection={<IconTrash size={16} stroke={1.5} />}
              onClick={() => void askDeleteFree()}
            >
              {t('spaces.delete_free')}
            </Button>
          )}
        </>
      )}
      <CreateSpaceDialog opened={creating !== null} onCreated={onEnter} onClose={closeForm} />
      <NameDialog
        opened={renaming !== null}
        title={t('spaces.rename_title')}
        label={t('spaces.name')}
        submitLabel={t('ui.rename')}
        initial={renaming?.name}
        schema={nameSchema}
        onSubmit={(name) => rename.mutateAsync({ id: renaming?.id ?? 0, name })}
        onClose={() => setRenaming(null)}
      />
    </>
  );
}

type RowProps = {
  space: Membership;
  autoFocus: boolean;
  lastUsed: boolean;
  onEnter: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onRename: () => void;
  onDelete: () => void;
};

function SpaceRow({ space, autoFocus, lastUsed, onEnter, onKeyDown, onRename, onDelete }: RowProps) {
  const { t } = useTranslation();
  const manages = space.role === 'owner' || space.role === 'administrator';
  return (
    <li className={classes.row} data-deleting={space.deleting || undefined}>
      <button
        type="button"
        className={classes.enter}
        data-enter
        autoFocus={autoFocus}
        disabled={space.deleting}
        onClick={onEnter}
        onKeyDown={onKeyDown}
      >
        <span className={classes.sign} aria-hidden>
          {space.name.trim().slice(0, 1).toUpperCase()}
        </span>
        <span className={classes.text}>
          <span className={classes.name}>
            {space.name}
            {space.kind !== 'regular' && (
              <Badge size="xs" variant="light" color="gray">
                {t(`spaces.kind_${space.kind}`)}
              </Badge>
            )}
            {lastUsed && (
              <Badge size="xs" variant="light">
                {t('spaces.last_used')}
              </Badge>
            )}
          </span>
          <span className={classes.facts}>
            {space.deleting
              ? t('spaces.deleting')
              : [
                  space.role_name ?? t(`spaces.role_${space.role}`),
                  t('spaces.projects', { count: space.projects }),
                  t('spaces.members', { count: space.members }),
                ].join(' · ')}
          </span>
        </span>
      </button>
      {manages && !space.deleting && (
        <IconButton icon={IconPencil} label={t('spaces.rename_named', { name: space.name })} onClick={onRename} />
      )}
      {space.role === 'owner' && !space.deleting && (
        <IconButton icon={IconTrash} label={t('spaces.delete_named', { name: space.name })} onClick={onDelete} />
      )}
    </li>
  );
}
