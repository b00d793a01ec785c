import type { Comment } from '@gantry/contract';
import { Anchor, Button, Loader } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newCallKey } from '../../../lib/calls/api-client.ts';
import { formatInstant } from '../../../lib/dates.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { showToast } from '../../../ui/toasts.tsx';
import classes from './comments.module.css';
import { type CommentsPlace, type Draft, useCommentActs, useComments, useMentionable } from './comments.queries.ts';
import { Composer } from '../../../ui/messages/composer.tsx';
import { MessageText } from '../../../ui/messages/message-text.tsx';

type Props = { spaceId: number; place: CommentsPlace; mayWrite: boolean; mayModerate: boolean; userId: number | null };
/** What was sent: on its way, or refused with the reason. */
type Waiting = Draft & { reason: string | null };

/** What people say about a node or a work, newest first, with a place to write. */
export function CommentsPanel({ spaceId, place, mayWrite, mayModerate, userId }: Props) {
  const { t } = useTranslation();
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useComments(spaceId, place);
  const { write, remove, restore } = useCommentActs(spaceId, place);
  const [waiting, setWaiting] = useState<Waiting[]>([]);
  const [reply, setReply] = useState<Comment['reply']>(null);
  const mentionable = useMentionable(spaceId, place.nodeId);
  const comments = data?.pages.flatMap((page) => page.comments) ?? [];
  const unsent = waiting.filter(({ client_key }) => !comments.some((one) => one.client_key === client_key));

  const forget = (key: string): void => setWaiting((all) => all.filter(({ client_key }) => client_key !== key));
  const send = async (draft: Draft): Promise<void> => {
    setWaiting((all) => [{ ...draft, reason: null }, ...all.filter(({ client_key }) => client_key !== draft.client_key)]);
    try {
      const { not_told } = await write(draft);
      forget(draft.client_key);
      const names = not_told.map(({ name }) => name ?? t('comments.somebody')).join(', ');
      if (names) showToast('warn', t('comments.not_told', { names }));
    } catch (error) {
      const reason = refusalText(error, t);
      setWaiting((all) => all.map((one) => (one.client_key === draft.client_key ? { ...one, reason } : one)));
    }
  };
  const drop = async (id: number): Promise<void> => {
    await remove(id);
    showToast(
      'info',
      <span>
        {t('comments.removed')}{' '}
        <Anchor component="button" onClick={() => restore(id)}>
          {t('comments.undo')}
        </Anchor>
      </span>,
      { id: `comment-removed-${id}` },
    );
  };

  return (
    <section className={classes.panel} aria-label={t('comments.title')}>
      <h3 className={classes.title}>{t('comments.title')}</h3>
      {mayWrite && (
        <Composer
          {...mentionable}
          reply={reply}
          onReply={setReply}
          onSend={(text) => {
            void send({ text, reply, client_key: newCallKey() });
            setReply(null);
          }}
        />
      )}
      {isPending && <Loader size="sm" />}
      {isError && (
        <p className={classes.note}>
          {t('comments.not_loaded')}{' '}
          <Anchor component="button" onClick={() => void refetch()}>
            {t('comments.retry')}
          </Anchor>
        </p>
      )}
      {data && !comments.length && !unsent.length && <p className={classes.note}>{t('comments.empty')}</p>}
      <ol className={classes.list} aria-live="polite">
        {unsent.map((draft) => (
          <li key={draft.client_key} className={classes.comment} data-waiting>
            <MessageText text={draft.text} mentions={[]} userId={userId} />
            {draft.reason === null ? (
              <small>{t('comments.sending')}</small>
            ) : (
              <small className={classes.failed} role="alert">
                {t('comments.not_sent', { reason: draft.reason })}{' '}
                <Anchor component="button" onClick={() => void send(draft)}>
                  {t('comments.retry')}
                </Anchor>{' '}
                <Anchor component="button" onClick={() => forget(draft.client_key)}>
                  {t('ui.cancel')}
                </Anchor>
              </small>
            )}
          </li>
        ))}
        {comments.map((one) => (
          <li key={one.id} className={classes.comment}>
            <header className={classes.head}>
              <b>
                <bdi>{one.author}</bdi>
              </b>
              <time dateTime={one.created_at}>{formatInstant(one.created_at)}</time>
              {mayWrite && (
                <IconButton
                  icon={IconArrowBackUp}
                  size="sm"
                  variant="subtle"
                  label={t('comments.reply')}
                  onClick={() => setReply({ id: one.id, author: one.author, text: one.text })}
                />
              )}
              {mayWrite && (mayModerate || one.author_id === userId) && (
                <IconButton icon={IconTrash} size="sm" variant="subtle" label={t('comments.remove')} onClick={() => void drop(one.id)} />
              )}
            </header>
            {one.reply && (
              <blockquote className={classes.quoted}>
                <bdi>{one.reply.author}</bdi>: {one.reply.text ?? t('comments.reply_gone')}
              </blockquote>
            )}
            <MessageText text={one.text} mentions={one.mentions} userId={userId} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button size="compact-sm" variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('comments.older')}
        </Button>
      )}
    </section>
  );
}
