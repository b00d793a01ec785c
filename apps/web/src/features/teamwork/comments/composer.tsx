import { COMMENT_LENGTH, type Comment } from '@gantry/contract';
import { Button, Textarea } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import classes from './comments.module.css';
import { type Chosen, mentionBefore, withMentions } from './comments.model.ts';
import { useMentionable } from './comments.queries.ts';

type Props = {
  spaceId: number;
  nodeId: number;
  reply: Comment['reply'];
  onReply(reply: null): void;
  onSend(text: string): void;
};

/** Where a comment is written: @ offers who reads here, Ctrl+Enter sends. */
export function Composer({ spaceId, nodeId, reply, onReply, onSend }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const [marked, setMarked] = useState(0);
  const mention = caret === null ? null : mentionBefore(text, caret);
  const people = useMentionable(spaceId, nodeId, mention?.search ?? null) ?? [];
  const offered = mention ? people : [];
  const sent = withMentions(text, chosen).trim();
  const tooLong = sent.length > COMMENT_LENGTH;

  const take = ({ user_id, name }: (typeof people)[number]): void => {
    if (!mention || caret === null) return;
    const place = mention.from + name.length + 2;
    setText(`${text.slice(0, mention.from)}@${name} ${text.slice(caret)}`);
    setChosen((all) => [...all.filter((one) => one.name !== name), { name, userId: user_id }]);
    setCaret(null);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(place, place);
    });
  };
  const send = (): void => {
    if (!sent || tooLong) return;
    onSend(sent);
    setText('');
    setChosen([]);
    setCaret(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    else if (!offered.length) return;
    else if (step) setMarked((marked + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(offered[Math.min(marked, offered.length - 1)]);
    else if (event.key === 'Escape') setCaret(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const look = (): void => {
    setCaret(field.current?.selectionStart ?? null);
    setMarked(0);
  };

  return (
    <div className={classes.composer}>
      {reply && (
        <p className={classes.replying}>
          {t('comments.replying', { author: reply.author })}
          <IconButton icon={IconX} size="xs" variant="subtle" label={t('ui.cancel')} onClick={() => onReply(null)} />
        </p>
      )}
      <Textarea
        ref={field}
        rows={3}
        resize="vertical"
        aria-label={t('comments.write')}
        placeholder={t('comments.hint')}
        error={tooLong && t('comments.too_long', { most: COMMENT_LENGTH })}
        value={text}
        aria-autocomplete="list"
        aria-controls={offered.length ? listId : undefined}
        aria-activedescendant={offered.length ? `${listId}-${marked}` : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value);
          look();
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(null)}
      />
      {offered.length > 0 && (
        <div id={listId} role="listbox" aria-label={t('comments.people')} className={classes.people}>
          {offered.map((person, index) => (
            <div
              key={person.user_id}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === marked}
              className={classes.person}
              onMouseDown={(event) => {
                event.preventDefault();
                take(person);
              }}
            >
              {person.name} <small>{person.login}</small>
            </div>
          ))}
        </div>
      )}
      <Button size="compact-sm" className={classes.send} disabled={!sent || tooLong} onClick={send}>
        {t('comments.send')}
      </Button>
    </div>
  );
}
