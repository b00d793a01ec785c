import { type ChatMessage, SHOWN_CONTENT } from '@gantry/contract';
import { Anchor, Menu } from '@mantine/core';
import { IconDots, IconFile, IconMoodSmile } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../lib/clipboard.ts';
import { formatInstant } from '../../../lib/dates.ts';
import { ContentView } from '../../../ui/documents/content-view.tsx';
import { FileViewer } from '../../../ui/documents/file-viewer.tsx';
import { PdfPages } from '../../../ui/documents/pdf-pages.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MessageText } from '../../../ui/messages/message-text.tsx';
import { PhotoViewer } from '../../../ui/messages/photo-viewer.tsx';
import classes from './chat.module.css';
import { fileAddress, useFileContent } from './chat.queries.ts';

const OFFERED = ['👍', '✅', '👀', '❓', '🙏', '⚠️', '🎉', '❤️'];

type Props = {
  spaceId: number;
  message: ChatMessage;
  userId: number | null;
  mayWrite: boolean;
  mayModerate: boolean;
  onReply(): void;
  onEdit(): void;
  onRemove(): void;
  onReact(emoji: string, on: boolean): void;
  onUnread(): void;
};

type File = ChatMessage['files'][number];
const isPdf = ({ media }: File): boolean => media === 'application/pdf';
const isShown = (file: File): boolean => isPdf(file) || SHOWN_CONTENT.test(file.name);

/** One message with what it answers, its files, its reactions, and what can be done with it. */
export function Message({ spaceId, message, userId, mayWrite, mayModerate, ...on }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<number | null>(null);
  const [opened, setOpened] = useState<File | null>(null);
  const [reacting, setReacting] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const own = message.author_id === userId;
  const photos = message.files.filter(({ width }) => width !== null);
  if (message.deleted)
    return (
      <article className={classes.message} data-own={own || undefined}>
        <p className={classes.gone}>{t('chat.message_deleted')}</p>
      </article>
    );
  return (
    <article
      className={classes.message}
      data-own={own || undefined}
      aria-label={message.author}
      onKeyDown={(event) => {
        // By its place on the keyboard: a Russian layout has another letter there.
        const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
        if (event.code !== 'KeyR' || !isPlain || !mayWrite || opened || shown !== null) return;
        event.preventDefault();
        setReacting(true);
      }}
    >
      <header className={classes.line}>
        <b className={classes.name}>
          <bdi>{message.author}</bdi>
        </b>
        <small>
          <time dateTime={message.created_at} title={formatInstant(message.created_at)}>
            {formatInstant(message.created_at, 'HH:mm')}
          </time>
          {message.edited_at && <span title={formatInstant(message.edited_at)}> {t('chat.edited')}</span>}
        </small>
        {mayWrite && (
          <Menu position="bottom-end" opened={reacting} onChange={setReacting} onClose={() => trigger.current?.focus()}>
            <Menu.Target>
              <IconButton ref={trigger} icon={IconMoodSmile} size="xs" variant="subtle" label={t('chat.react')} shortcut="R" />
            </Menu.Target>
            <Menu.Dropdown className={classes.emojis}>
              {OFFERED.map((emoji) => (
                <Menu.Item key={emoji} onClick={() => on.onReact(emoji, true)} aria-label={emoji}>
                  {emoji}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton icon={IconDots} size="xs" variant="subtle" label={t('chat.more')} />
          </Menu.Target>
          <Menu.Dropdown>
            {mayWrite && <Menu.Item onClick={on.onReply}>{t('comments.reply')}</Menu.Item>}
            {mayWrite && own && <Menu.Item onClick={on.onEdit}>{t('chat.edit')}</Menu.Item>}
            <Menu.Item onClick={() => void copyText(message.text)}>{t('chat.copy')}</Menu.Item>
            {!own && <Menu.Item onClick={on.onUnread}>{t('chat.mark_unread')}</Menu.Item>}
            {mayWrite && (own || mayModerate) && (
              <Menu.Item color="var(--gantry-error)" onClick={on.onRemove}>
                {t('ui.delete')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </header>
      {message.reply && (
        <blockquote className={classes.quoted}>
          <bdi>{message.reply.author}</bdi>: {message.reply.text ?? t('chat.message_deleted')}
        </blockquote>
      )}
      {message.text && <MessageText text={message.text} mentions={message.mentions} userId={userId} />}
      {message.files.length > 0 && (
        <ul className={classes.files}>
          {message.files.map((file) => (
            <li key={file.id}>
              {file.width !== null ? (
                <button
                  type="button"
                  className={classes.photo}
                  aria-label={t('storage.open', { name: file.name })}
                  title={file.name}
                  onClick={() => setShown(photos.indexOf(file))}
                >
                  <img
                    src={fileAddress(spaceId, message.chat_id, file.id, '256')}
                    alt=""
                    loading="lazy"
                    style={{ aspectRatio: `${file.width} / ${file.height}` }}
                  />
                </button>
              ) : isShown(file) ? (
                <Anchor
                  component="button"
                  ta="start"
                  size="sm"
                  aria-label={t('storage.open', { name: file.name })}
                  onClick={() => setOpened(file)}
                >
                  <IconFile size={14} aria-hidden /> {file.name}
                </Anchor>
              ) : (
                <Anchor href={fileAddress(spaceId, message.chat_id, file.id)} download={file.name} size="sm">
                  <IconFile size={14} aria-hidden /> {file.name} <small>{t('storage.no_preview')}</small>
                </Anchor>
              )}
            </li>
          ))}
        </ul>
      )}
      {opened && (
        <FileViewer
          name={opened.name}
          download={fileAddress(spaceId, message.chat_id, opened.id)}
          caption={t('storage.by', { author: message.author, at: formatInstant(message.created_at) })}
          onClose={() => setOpened(null)}
        >
          {isPdf(opened) ? (
            <PdfPages name={opened.name} address={fileAddress(spaceId, message.chat_id, opened.id)} />
          ) : (
            <FileContent spaceId={spaceId} chatId={message.chat_id} file={opened} />
          )}
        </FileViewer>
      )}
      {shown !== null && photos[shown] && (
        <PhotoViewer
          photos={photos.map(({ id, name }) => ({
            name,
            large: fileAddress(spaceId, message.chat_id, id, '1600'),
            download: fileAddress(spaceId, message.chat_id, id),
            caption: t('storage.by', { author: message.author, at: formatInstant(message.created_at) }),
          }))}
          at={shown}
          onMove={setShown}
          onClose={() => setShown(null)}
        />
      )}
      {message.reactions.length > 0 && (
        <div className={classes.reactions}>
          {message.reactions.map(({ emoji, count, user_ids }) => {
            const mine = userId !== null && user_ids.includes(userId);
            return (
              <button
                key={emoji}
                type="button"
                aria-pressed={mine}
                aria-label={t('chat.reacted', { emoji, count })}
                disabled={!mayWrite}
                onClick={() => on.onReact(emoji, !mine)}
              >
                {emoji} {count}
              </button>
            );
          })}
        </div>
      )}
    </article>
  );
}

function FileContent({ spaceId, chatId, file: { id, name } }: { spaceId: number; chatId: number; file: File }) {
  const { data, error } = useFileContent(spaceId, chatId, id);
  return <ContentView name={name} data={data} error={error} />;
}
