import { COMMENT_LENGTH, type Comment } from '@gantry/contract';
import { Button, Textarea } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CaretOffers } from '../fields/caret-offers.tsx';
import { IconButton } from '../icon-button.tsx';
import classes from './message.module.css';
import { type Chosen, mentionBefore, withMentions } from './mentions.ts';

export type Person = { user_id: number; name: string; login: string | null };

type Props = {
  /** Who can be mentioned, of those who were looked for. */
  people: readonly Person[];
  /** Somebody is being mentioned by these letters; null: nobody is. */
  onMention(search: string | null): void;
  reply: Pick<NonNullable<Comment['reply']>, 'author'> | null;
  onReply(reply: null): void;
  /** A promise that fails gives the text back to the field. */
  onSend(text: string): void | Promise<void>;
  /** What the field is called. */
  label?: string;
  hint?: string;
  /** What stands in the field at first: a text that is being changed. */
  initial?: string;
  /** Enter sends and Shift+Enter begins a line; else Ctrl+Enter sends. */
  enterSends?: boolean;
  /** Sends without words too, when there is something else to send. */
  mayBeEmpty?: boolean;
  rows?: number;
  /** The field takes the focus when this changes, and at first; not on a touch screen, where a keyboard would cover the page. */
  focusFor?: string;
  /** Beside the button that sends. */
  tools?: ReactNode;
  /** Keys that the field itself has no use for. */
  onKey?(event: KeyboardEvent, text: string): void;
};

/** Where people write to each other: @ offers who reads here. */
export function Composer({
  people,
  onMention,
  reply,
  onReply,
  onSend,
  label,
  hint,
  initial = '',
  enterSends = false,
  mayBeEmpty = false,
  rows = 3,
  focusFor,
  tools,
  onKey,
}: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(initial);
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const mention = caret === null ? null : mentionBefore(text, caret);
  const search = mention?.search ?? null;
  useEffect(() => onMention(search), [onMention, search]);
  useEffect(() => {
    if (focusFor !== undefined && !matchMedia('(pointer: coarse)').matches) field.current?.focus();
  }, [focusFor]);
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
    if ((!sent && !mayBeEmpty) || tooLong) return;
    const kept = { text, chosen };
    setText('');
    setChosen([]);
    setCaret(null);
    void Promise.resolve(onSend(sent)).catch(() => {
      setText((written) => written || kept.text);
      setChosen((all) => [...all, ...kept.chosen]);
    });
  };
  /** Keys that are not the list's: those that send, and while nobody is offered, those of the owner. */
  const press = (event: KeyboardEvent): boolean => {
    const always = event.ctrlKey || event.metaKey;
    const sends = always || (enterSends && !event.shiftKey && !event.nativeEvent.isComposing && !offered.length);
    if (event.key === 'Enter' && sends) {
      event.preventDefault();
      event.stopPropagation();
      send();
      return true;
    }
    if (!offered.length) onKey?.(event, text);
    return false;
  };

  return (
    <div className={classes.composer}>
      {reply && (
        <p className={classes.replying}>
          {t('comments.replying', { author: reply.author })}
          <IconButton icon={IconX} size="xs" variant="subtle" label={t('ui.cancel')} onClick={() => onReply(null)} />
        </p>
      )}
      <CaretOffers
        label={t('comments.people')}
        offers={offered}
        offeredFor={search ?? ''}
        keyOf={({ user_id }) => String(user_id)}
        onTake={take}
        onClose={() => setCaret(null)}
        onKey={press}
        wordsOf={({ name, login }) => ({ name, note: login ?? t('members.no_account') })}
      >
        {(keys) => (
          <Textarea
            ref={field}
            rows={rows}
            resize="vertical"
            aria-label={label ?? t('comments.write')}
            placeholder={hint ?? t('comments.hint')}
            error={tooLong && t('comments.too_long', { most: COMMENT_LENGTH })}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setCaret(event.currentTarget.selectionStart);
            }}
            {...keys}
          />
        )}
      </CaretOffers>
      <div className={classes.send}>
        {tools}
        <Button size="compact-sm" disabled={(!sent && !mayBeEmpty) || tooLong} onClick={send}>
          {t('comments.send')}
        </Button>
      </div>
    </div>
  );
}
