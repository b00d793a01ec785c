import { Loader, Menu, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconBellOff, IconMessages, IconPin, IconSettings, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/person-name.ts';
import { formatInstant } from '../../../lib/dates.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MessagePage } from '../../../ui/text/message-page.tsx';
import { useMembers } from '../../access/spaces/spaces.queries.ts';
import { useRight } from '../../access/users/users.queries.ts';
import { useWhoAmI } from '../../access/users/users.queries.ts';
import classes from './chat.module.css';
import { beginningOf } from './chat.model.ts';
import { type ChatHead, type ChatPlace, openChat, useChatPanel, useChats, useChatSettings, useSetChatSettings } from './chat.queries.ts';
import { askForDesktop } from '../../../lib/alerts.ts';
import { Conversation } from './conversation.tsx';

/** The panel of chats beside the page: the list, or one conversation. */
export function ChatPanel({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const { place, visit } = useChatPanel();
  const close = (): void => useChatPanel.setState({ opened: false });
  return (
    <aside
      className={classes.panel}
      data-beside-page
      aria-label={t('chat.title')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close();
      }}
    >
      {place ? (
        <Conversation
          key={visit}
          spaceId={spaceId}
          place={place}
          back={
            <IconButton
              icon={IconArrowLeft}
              variant="subtle"
              label={t('chat.back')}
              onClick={() => useChatPanel.setState({ place: null })}
            />
          }
          close={<IconButton icon={IconX} variant="subtle" label={t('ui.close')} onClick={close} />}
        />
      ) : (
        <ChatList spaceId={spaceId} onClose={close} />
      )}
    </aside>
  );
}

function ChatList({ spaceId, onClose }: { spaceId: number; onClose(): void }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { here } = useChatPanel();
  const { data, isPending } = useChats(spaceId, search);
  const me = useWhoAmI()?.id;
  const mayWrite = useRight(spaceId)('chat.write');
  const members = useMembers(spaceId) ?? [];
  const chats = data?.chats ?? [];
  const wanted = search.trim().toLocaleLowerCase();
  const people =
    wanted && mayWrite
      ? members.filter(
          ({ id, status, ...names }) => id !== me && status === 'active' && personName(names).toLocaleLowerCase().includes(wanted),
        )
      : [];
  return (
    <>
      <header className={classes.head}>
        <b className={classes.name}>{t('chat.title')}</b>
        <SettingsMenu spaceId={spaceId} />
        <IconButton icon={IconX} variant="subtle" label={t('ui.close')} onClick={onClose} />
      </header>
      <div className={classes.search}>
        <TextInput
          size="xs"
          data-autofocus
          autoFocus
          aria-label={t('chat.search')}
          placeholder={t('chat.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      <div className={classes.scroll}>
        {here !== null && !chats.some(({ node_id }) => node_id === here) && !wanted && (
          <UnstyledButton className={classes.chat} onClick={() => openChat({ nodeId: here })}>
            <b>{t('chat.here')}</b>
            <Text size="xs" c="var(--gantry-neutral-9)">
              {t('chat.here_hint')}
            </Text>
          </UnstyledButton>
        )}
        {isPending && <Loader size="sm" m="md" />}
        {data && !chats.length && !people.length && (here === null || wanted !== '') && (
          <MessagePage icon={IconMessages} title={t(wanted ? 'chat.nothing_found' : 'chat.empty')}>
            <p>{t('chat.empty_hint')}</p>
          </MessagePage>
        )}
        {chats.map((chat) => (
          <ChatLine key={chat.id} chat={chat} onOpen={openChat} />
        ))}
        {people.map(({ id, ...names }) => (
          <UnstyledButton key={`p${id}`} className={classes.chat} onClick={() => openChat({ userIds: [id], name: personName(names) })}>
            <b>{personName(names)}</b>
            <Text size="xs" c="var(--gantry-neutral-9)">
              {t('chat.write_to')}
            </Text>
          </UnstyledButton>
        ))}
      </div>
    </>
  );
}

function ChatLine({ chat, onOpen }: { chat: ChatHead; onOpen(place: ChatPlace): void }) {
  const { t, i18n } = useTranslation();
  return (
    <UnstyledButton className={classes.chat} onClick={() => chat.id !== null && onOpen({ chatId: chat.id })}>
      <span className={classes.line}>
        <b className={classes.name}>
          <bdi>{chat.name}</bdi>
        </b>
        {chat.pinned && <IconPin size={14} aria-label={t('chat.pinned')} role="img" />}
        {chat.notify === 'none' && <IconBellOff size={14} aria-label={t('chat.notify_none')} role="img" />}
        {chat.unread > 0 && (
          <span className={classes.count} data-mention={chat.mentions > 0 || undefined} title={t('chat.unread', { count: chat.unread })}>
            {chat.unread > 99 ? '99+' : chat.unread}
          </span>
        )}
      </span>
      {chat.last && (
        <span className={classes.line}>
          <Text size="xs" truncate className={classes.name} c="var(--gantry-neutral-9)">
            <bdi>{chat.last.author}</bdi>: {beginningOf(chat.last.text, i18n.language)}
          </Text>
          <Text size="xs" component="time" c="var(--gantry-neutral-9)">
            {formatInstant(chat.last.at)}
          </Text>
        </span>
      )}
    </UnstyledButton>
  );
}

/** What is heard of all chats that say nothing else. */
function SettingsMenu({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const settings = useChatSettings(spaceId);
  const set = useSetChatSettings(spaceId);
  if (!settings) return null;
  const desktop = async (on: boolean): Promise<void> => {
    if (!on || (await askForDesktop())) set({ desktop: on });
  };
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <IconButton icon={IconSettings} variant="subtle" label={t('chat.settings')} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('chat.hear')}</Menu.Label>
        {(['all', 'mentions', 'none'] as const).map((notify) => (
          <Menu.RadioItem key={notify} value={notify} checked={settings.notify === notify} onChange={() => set({ notify })}>
            {t(`chat.notify_${notify}`)}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        {(['preview', 'sound', 'desktop', 'enter_sends'] as const).map((name) => (
          <Menu.CheckboxItem
            key={name}
            checked={settings[name]}
            onChange={(checked) => (name === 'desktop' ? void desktop(checked) : set({ [name]: checked }))}
          >
            {t(`chat.set_${name}`)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
