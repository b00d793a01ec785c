import type { ChatMessage } from '@gantry/contract';
import { Anchor, Button, FileButton, Loader, Menu } from '@mantine/core';
import { IconBell, IconPaperclip, IconPin, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newCallKey } from '../../../lib/calls/api-client.ts';
import { formatInstant } from '../../../lib/dates.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { useRight, useWhoAmI } from '../../access/users/users.queries.ts';
import { useRightAt } from '../../structure/eps/eps.queries.ts';
import { Composer } from '../../../ui/messages/composer.tsx';
import { useMentionable } from '../comments/comments.queries.ts';
import classes from './chat.module.css';
import { messageToAnswer, withDays } from './chat.model.ts';
import { useFoundMessage } from './chat.found.queries.ts';
import {
  type ChatPlace,
  type Draft,
  nameChat,
  useChatActs,
  useChatHead,
  useChatSettings,
  useMessages,
  useUnsentMessages,
} from './chat.queries.ts';
import { Message } from './message.tsx';

type Props = { spaceId: number; place: ChatPlace; back: ReactNode; close: ReactNode };
/** What was sent: on its way, or refused with the reason. */
type Waiting = Draft & { reason: string | null };

const SEEN_MS = 1_000;
const FILES_MOST = 10;

/** One chat: its messages from the newest back, and where one writes. */
export function Conversation({ spaceId, place, back, close }: Props) {
  const { t } = useTranslation();
  const userId = useWhoAmI()?.id ?? null;
  const head = useChatHead(spaceId, place);
  const chatId = head?.id ?? ('chatId' in place ? place.chatId : null);
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useMessages(spaceId, chatId);
  const acts = useChatActs(spaceId, place, chatId);
  const settings = useChatSettings(spaceId);
  const nodeId = head?.node_id ?? null;
  const inSpace = useRight(spaceId);
  const atNode = useRightAt(spaceId, nodeId);
  const may = nodeId === null ? inSpace : atNode;
  const mentionable = useMentionable(spaceId, nodeId ?? ('nodeId' in place ? place.nodeId : null));
  const [waiting, setWaiting] = useState<Waiting[]>([]);
  const [reply, setReply] = useState<ChatMessage | null>(null);
  const [editing, setEditing] = useState<ChatMessage | null>(null);
  const [files, setFiles] = useState<File[]>([]);
  const found = useFoundMessage(spaceId, place);
  const messages = found?.messages ?? (data?.pages ?? []).toReversed().flatMap((page) => page.messages);
  const kept = useUnsentMessages(place, chatId);
  const unsent = [
    ...kept.map((draft) => ({ ...draft, isKept: true })),
    ...waiting.map((draft) => ({ ...draft, isKept: false, retry: () => void send(draft), drop: () => forget(draft.client_key) })),
  ].filter(({ client_key }) => !messages.some((one) => one.client_key === client_key));
  const lastSeq = messages.at(-1)?.seq ?? 0;

  // What stands in a focused page for a second is read.
  const readSeq = head?.last_read_seq ?? 0;
  /** After which message there was something new when the chat was opened; undefined: not known yet. */
  const [freshAfter, setFreshAfter] = useState<number | null>();
  if (head && freshAfter === undefined) setFreshAfter(head.unread > 0 && readSeq > 0 ? readSeq : null);
  const firstFresh = freshAfter && messages.find(({ seq, author_id }) => seq > freshAfter && author_id !== userId)?.id;
  const { read } = acts;
  const isFound = found !== null;
  useEffect(() => {
    // Around a message that was looked for, the newest ones are out of sight.
    if (chatId === null || isFound || lastSeq <= readSeq) return undefined;
    const timer = setTimeout(() => {
      if (document.hasFocus()) read({ seq: lastSeq });
    }, SEEN_MS);
    return () => clearTimeout(timer);
  }, [chatId, isFound, lastSeq, readSeq, read]);

  const scroll = useScrollToEnd(`${lastSeq} ${unsent.length}`, isFound);

  const forget = (key: string): void => setWaiting((all) => all.filter(({ client_key }) => client_key !== key));
  const send = async (draft: Draft): Promise<void> => {
    setWaiting((all) => [...all.filter(({ client_key }) => client_key !== draft.client_key), { ...draft, reason: null }]);
    try {
      const message = await acts.send(draft);
      forget(draft.client_key);
      if (chatId === null && message) nameChat(message.chat_id);
    } catch (error) {
      const reason = refusalText(error, t);
      setWaiting((all) => all.map((one) => (one.client_key === draft.client_key ? { ...one, reason } : one)));
    }
  };
  const onSend = async (text: string): Promise<void> => {
    if (editing) {
      await acts.change({ message: editing, text });
      return setEditing(null);
    }
    void send({ text, files, replyTo: reply?.id ?? null, client_key: newCallKey() });
    setReply(null);
    setFiles([]);
  };
  const editLast = (): void => setEditing(messages.findLast(({ author_id, deleted }) => author_id === userId && !deleted) ?? null);
  const name = head?.name ?? ('name' in place ? place.name : '');

  return (
    <>
      <header className={classes.head}>
        {back}
        <b className={classes.name}>
          <bdi>{name}</bdi>
        </b>
        {chatId !== null && head && (
          <>
            <IconButton
              icon={IconPin}
              variant={head.pinned ? 'light' : 'subtle'}
              aria-pressed={head.pinned}
              label={t('chat.pin')}
              onClick={() => acts.hear({ pinned: !head.pinned })}
            />
            <Menu position="bottom-end">
              <Menu.Target>
                <IconButton icon={IconBell} variant="subtle" label={t('chat.hear')} />
              </Menu.Target>
              <Menu.Dropdown>
                {(['all', 'mentions', 'none'] as const).map((notify) => (
                  <Menu.RadioItem
                    key={notify}
                    value={notify}
                    checked={head.notify === notify}
                    closeMenuOnClick
                    onChange={() => acts.hear({ notify })}
                  >
                    {t(`chat.notify_${notify}`)}
                  </Menu.RadioItem>
                ))}
              </Menu.Dropdown>
            </Menu>
          </>
        )}
        {close}
      </header>
      <div className={classes.scroll} ref={scroll}>
        {hasNextPage && !found && (
          <Button size="compact-sm" variant="subtle" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('chat.older')}
          </Button>
        )}
        {chatId !== null && isPending && <Loader size="sm" m="md" />}
        {isError && (
          <p className={classes.note}>
            {t('chat.not_loaded')}{' '}
            <Anchor component="button" onClick={() => void refetch()}>
              {t('comments.retry')}
            </Anchor>
          </p>
        )}
        {(chatId === null || data) && !messages.length && !unsent.length && <p className={classes.note}>{t('chat.no_messages')}</p>}
        <ol className={classes.messages} aria-live="polite">
          {withDays(messages).map(({ message, day }) => (
            <li key={message.id} ref={message.id === found?.id ? found.show : undefined} data-found={message.id === found?.id || undefined}>
              {day && <p className={classes.day}>{formatInstant(day, 'DD.MM.YYYY')}</p>}
              {message.id === firstFresh && <p className={classes.fresh}>{t('chat.fresh')}</p>}
              <Message
                spaceId={spaceId}
                message={message}
                userId={userId}
                mayWrite={may('chat.write')}
                mayModerate={nodeId !== null && may('chat.moderate')}
                onReply={() => setReply(message)}
                onEdit={() => setEditing(message)}
                onRemove={() => acts.remove(message)}
                onReact={(emoji, on) => acts.react({ message, emoji, on })}
                onUnread={() => acts.read({ seq: message.seq - 1, exact: true })}
              />
            </li>
          ))}
          {unsent.map((draft) => (
            <li key={draft.client_key} className={classes.message} data-own data-waiting>
              <p>{draft.text || draft.files.map((file) => file.name).join(', ')}</p>
              {draft.reason === null ? (
                <small>
                  {t(draft.isKept ? 'comments.waits' : 'comments.sending')}{' '}
                  {draft.isKept && (
                    <Anchor component="button" onClick={draft.drop}>
                      {t('ui.cancel')}
                    </Anchor>
                  )}
                </small>
              ) : (
                <small className={classes.failed} role="alert">
                  {t('comments.not_sent', { reason: draft.reason })}{' '}
                  <Anchor component="button" onClick={draft.retry}>
                    {t('comments.retry')}
                  </Anchor>{' '}
                  <Anchor component="button" onClick={draft.drop}>
                    {t('ui.cancel')}
                  </Anchor>
                </small>
              )}
            </li>
          ))}
        </ol>
        {found && (
          <Button size="compact-sm" variant="default" fullWidth onClick={found.leave}>
            {t('chat.to_newest')}
          </Button>
        )}
      </div>
      {may('chat.write') ? (
        <div className={classes.write}>
          {editing && (
            <p className={classes.note}>
              {t('chat.editing')}{' '}
              <IconButton icon={IconX} size="xs" variant="subtle" label={t('ui.cancel')} onClick={() => setEditing(null)} />
            </p>
          )}
          {files.map((file, index) => (
            <p key={`${file.name} ${index}`} className={classes.note}>
              {file.name}{' '}
              <IconButton
                icon={IconX}
                size="xs"
                variant="subtle"
                label={t('ui.delete')}
                onClick={() => setFiles(files.toSpliced(index, 1))}
              />
            </p>
          ))}
          <Composer
            key={editing?.id ?? 'new'}
            focusFor={`${editing?.id ?? ''} ${reply?.id ?? ''}`}
            {...mentionable}
            reply={reply}
            onReply={() => setReply(null)}
            onSend={onSend}
            label={t('chat.write')}
            hint={t(settings?.enter_sends ? 'chat.hint_enter' : 'chat.hint_ctrl')}
            initial={editing?.text ?? ''}
            enterSends={settings?.enter_sends ?? true}
            mayBeEmpty={files.length > 0}
            rows={2}
            onKey={(event, text) => {
              if (event.key === 'ArrowUp' && event.ctrlKey && !editing) setReply(messageToAnswer(messages, reply) ?? reply);
              else if (event.key === 'ArrowUp' && text === '' && !editing) editLast();
              else if (event.key === 'Escape' && reply && !editing) setReply(null);
              else if (event.key === 'Escape' && editing) setEditing(null);
              else return;
              event.preventDefault();
            }}
            tools={
              !editing && (
                <FileButton multiple onChange={(added) => setFiles([...files, ...added].slice(0, FILES_MOST))}>
                  {(button) => <IconButton {...button} icon={IconPaperclip} variant="subtle" label={t('chat.attach')} />}
                </FileButton>
              )
            }
          />
        </div>
      ) : (
        <p className={classes.note}>{t('chat.read_only')}</p>
      )}
    </>
  );
}

const NEAR_END = 80;

/** Keeps the end in view when something is added, unless the person has scrolled back or looks at a message that was found. */
function useScrollToEnd(added: string, isHeld: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const first = useRef(true);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box || isHeld) return;
    const grew = (box.lastElementChild?.lastElementChild as HTMLElement | null)?.offsetHeight ?? 0;
    if (first.current || box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END + grew) box.scrollTop = box.scrollHeight;
    first.current = added === '0 0';
  }, [added, isHeld]);
  return element;
}
