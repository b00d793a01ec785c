import type { ChatMessage } from '@gantry/contract';
import { Anchor, Indicator } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePush } from '../../../lib/push/push.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { useRightSomewhere, useWhoAmI } from '../../access/users/users.queries.ts';
import { beginningOf, isHeard } from './chat.model.ts';
import { ChatPanel } from './chat-panel.tsx';
import { openChat, useChatPanel, useChats, useChatSettings } from './chat.queries.ts';
import { playTone, notifyOnDesktop } from '../../../lib/alerts.ts';

const MOST_SHOWN = 99;
/** Notification rules R-NTF-03 to R-NTF-05: ten seconds, at the bottom left, the first 40 letters. */
const TOAST_MS = 10_000;

/** The chats of who may read any. */
export function ChatButton({ spaceId }: { spaceId: number }) {
  return useRightSomewhere(spaceId, 'chat.read') ? <Chats spaceId={spaceId} /> : null;
}

/** How much is new in chats; opens the panel beside the page, and tells of what comes. */
function Chats({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const { opened } = useChatPanel();
  const { data } = useChats(spaceId);
  useChatToasts(spaceId);
  // Another space has other chats, and a frame of its own.
  useEffect(() => () => useChatPanel.setState({ opened: false, place: null }), []);
  const unread = data?.unread ?? 0;
  return (
    <>
      <Indicator
        disabled={!unread}
        label={unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        size={14}
        offset={4}
        color={data?.mentions ? 'var(--gantry-error)' : 'var(--gantry-accent)'}
      >
        <IconButton
          icon={IconMessages}
          label={unread ? t('chat.title_unread', { count: unread }) : t('chat.title')}
          aria-expanded={opened}
          onClick={() => useChatPanel.setState({ opened: !opened })}
        />
      </Indicator>
      {opened && <ChatPanel spaceId={spaceId} />}
    </>
  );
}

/** Tells of messages that come while their chat is not in view, in one of the person's pages. */
function useChatToasts(spaceId: number): void {
  const { t, i18n } = useTranslation();
  const userId = useWhoAmI()?.id ?? null;
  const chats = useChats(spaceId).data?.chats;
  const settings = useChatSettings(spaceId);
  /** How many messages of a chat its toast stands for. */
  const counts = useRef(new Map<number, number>());

  const report = (chatId: number, message: ChatMessage): void => {
    const count = (counts.current.get(chatId) ?? 0) + 1;
    counts.current.set(chatId, count);
    const begin = beginningOf(message.text, i18n.language) || t('chat.with_files', { count: message.files.length });
    const words = (settings?.preview ?? true) ? begin : t('chat.new_message');
    const go = (): void => {
      counts.current.delete(chatId);
      openChat({ chatId });
    };
    showToast(
      'info',
      <Anchor component="button" onClick={go}>
        <bdi>{message.author}</bdi>: {words}
        {count > 1 && ` (+${count - 1})`}
      </Anchor>,
      { id: `chat-${chatId}`, ms: TOAST_MS, position: 'bottom-left', onClose: () => counts.current.delete(chatId) },
    );
    if (settings?.sound) playTone();
    if (settings?.desktop) notifyOnDesktop(message.author, words, go);
  };

  usePush('chat_message_created', ({ chat_id, message }) => {
    const notify = chats?.find(({ id }) => id === chat_id)?.notify ?? settings?.notify ?? 'all';
    const { opened, place } = useChatPanel.getState();
    const inView = opened && place !== null && 'chatId' in place && place.chatId === chat_id && document.hasFocus();
    if (inView || !isHeard(message, userId, notify)) return;
    void inOnePage(`chat message ${message.id}`, () => report(chat_id, message));
  });
}

const HIDDEN_WAIT_MS = 300;
const HELD_MS = 2_000;

/** Does something in one of the pages that the person has open, rather in one that they see. */
async function inOnePage(name: string, act: () => void): Promise<void> {
  // Without TLS, or in an old browser, there are no locks: then each page tells.
  const locks = navigator.locks as LockManager | null | undefined;
  if (!locks) return act();
  if (document.visibilityState !== 'visible') await new Promise((resolve) => setTimeout(resolve, HIDDEN_WAIT_MS));
  await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    act();
    await new Promise((resolve) => setTimeout(resolve, HELD_MS));
  });
}
