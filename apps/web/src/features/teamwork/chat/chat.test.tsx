import { api, type ChatHead, type ChatMessage } from '@gantry/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, asked, publish, receivedBy, refuse } from '../../../testing/fake-server.ts';
import { memberOf, signedInWith } from '../../../testing/examples.ts';
import { show } from '../../../testing/show.tsx';
import { ChatButton } from './chat-button.tsx';
import { beginningOf, isHeard, listAfterReading, listWith } from './chat.model.ts';
import { useChatPanel } from './chat.queries.ts';

const message = (seq: number, text: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: 100 + seq,
  chat_id: 3,
  seq,
  change: seq,
  author_id: 2,
  author: 'Ada Lovelace',
  text,
  mentions: [],
  reply: null,
  files: [],
  reactions: [],
  created_at: '2026-03-02T09:00:00Z',
  edited_at: null,
  deleted: false,
  client_key: crypto.randomUUID(),
  ...more,
});
let head: ChatHead;
let kept: ChatMessage[];

beforeEach(() => {
  signedInWith();
  answer(api.eps.tree, { nodes: [], versions: [] });
  useChatPanel.setState({ opened: false, place: null, visit: 0, here: null });
  kept = [message(1, 'Walls are **wet**'), message(2, 'Mine', { author_id: 1, author: 'Me' })];
  head = {
    id: 3,
    kind: 'node',
    node_id: 5,
    name: 'Works',
    last_seq: 2,
    last_change: 2,
    last_read_seq: 2,
    unread: 0,
    mentions: 0,
    notify: 'all',
    pinned: false,
    last: { author: 'Ada Lovelace', text: 'Mine', at: '2026-03-02T09:00:00Z' },
  };
  answer(api.chat.list, () => ({ chats: [head], unread: head.unread, mentions: head.mentions }));
  answer(api.chat.settings, { defaults: { notify: 'all', sound: false, desktop: false, preview: true, enter_sends: true } });
  answer(api.chat.messages, () => ({ messages: kept, last_seq: kept.length, last_change: kept.length }));
  answer(api.chat.read, { unread: 0, mentions: 0 });
  answer(api.spaces.users, { users: [] });
});

const opened = async () => {
  const page = await show(<ChatButton spaceId={1} />);
  await page.user.click(await screen.findByRole('button', { name: 'Chats' }));
  await page.user.click(await screen.findByRole('button', { name: /Works/ }));
  await screen.findByText('wet');
  return page;
};
const field = () => screen.getByRole('textbox', { name: 'Write a message' });

it('sends with Enter, shows what is pushed once and in its order, and answers', async () => {
  const { user } = await opened();
  answer(api.chat.create, () => {
    kept = [...kept, message(3, 'Drying', { author_id: 1, client_key: '5c2f3f3e-2d54-4f9e-9d0e-3a0a3f5e6f01' })];
    return { message: kept[2] };
  });
  await user.click(within(screen.getByRole('article', { name: 'Ada Lovelace' })).getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Reply' }));
  await user.type(field(), 'Dry{Shift>}{Enter}{/Shift}ing{Enter}');
  await screen.findByText('Drying');
  const [{ form }] = receivedBy(api.chat.create);
  expect([form?.get('chat_id'), form?.get('text'), form?.get('reply_to')]).toEqual(['3', 'Dry\ning', '101']);
  publish('chat_message_created', { chat_id: 3, message: kept[2] });
  publish('chat_message_created', { chat_id: 3, message: message(4, 'Heard') });
  await screen.findByText('Heard');
  expect(screen.getAllByText('Drying')).toHaveLength(1);
});

describe('the list of chats', () => {
  const list = () => ({ chats: [{ ...head, id: 9, pinned: true }, { ...head, id: 4 }, head], unread: 0, mentions: 0 });
  const mine = 1;

  it('takes in what is pushed as the server would count it, each message once', () => {
    const ofAda = message(3, 'Look', { mentions: [{ user_id: mine, name: 'Me' }] });
    const heard = listWith(list(), ofAda, mine);
    expect(heard).toMatchObject({
      unread: 1,
      mentions: 1,
      chats: [{ id: 9 }, { id: 3, unread: 1, last_seq: 3, last: { text: 'Look' } }, { id: 4 }],
    });
    expect(listWith(heard ?? list(), ofAda, mine)).toBe(heard);
    expect(listWith(heard ?? list(), message(4, 'Yes', { author_id: mine }), mine)).toMatchObject({
      unread: 0,
      mentions: 0,
      chats: [{ id: 9 }, { id: 3, unread: 0, last_read_seq: 4 }, { id: 4 }],
    });
    expect(listAfterReading(heard ?? list(), 3, 3)).toMatchObject({ unread: 0, mentions: 0 });
    const muted = { ...list(), chats: [{ ...head, notify: 'none' as const }] };
    expect(listWith(muted, ofAda, mine)).toMatchObject({ unread: 0, mentions: 1, chats: [{ unread: 1 }] });
  });

  it('is asked for where it is not known here: another chat, a gap, a part that was read', () => {
    expect(listWith(list(), message(3, 'New', { chat_id: 77 }), mine)).toBeNull();
    expect(listWith(list(), message(5, 'Later'), mine)).toBeNull();
    expect(listAfterReading(list(), 3, 1)).toBeNull();
  });

  it('is not asked for at each message of a known chat', async () => {
    await opened();
    const before = receivedBy(api.chat.list).length;
    for (const seq of [3, 4, 5]) publish('chat_message_created', { chat_id: 3, message: message(seq, `Line ${seq}`) });
    await screen.findByText('Line 5');
    expect(receivedBy(api.chat.list)).toHaveLength(before);
  });
});

it('keeps what was refused with the reason and sends it again under its key', async () => {
  const { user } = await opened();
  refuse(api.chat.create, 'chat.too_many_files', { most: 10 });
  await user.type(field(), 'lost?{Enter}');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('at most 10 files');
  answer(api.chat.create, () => ({ message: message(3, 'lost?', { author_id: 1 }) }));
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  const [first, second] = receivedBy(api.chat.create).map(({ form }) => form?.get('client_key'));
  expect(second).toBe(first);
  expect(screen.getAllByText('lost?')).toHaveLength(1);
});

it('changes one’s own last message with the arrow up, and lets it be with Escape', async () => {
  const { user } = await opened();
  answer(api.chat.update, () => ({
    message: message(2, 'Mine!', { author_id: 1, author: 'Me', change: 9, edited_at: '2026-03-02T09:05:00Z' }),
  }));
  await user.click(field());
  await user.keyboard('{ArrowUp}');
  await waitFor(() => expect(field()).toHaveProperty('value', 'Mine'));
  await user.type(field(), '!{Enter}');
  await screen.findByText('Mine!');
  expect(screen.getByText('changed')).toBeTruthy();
  await user.click(field());
  await user.keyboard('{ArrowUp}');
  await waitFor(() => expect(field()).toHaveProperty('value', 'Mine!'));
  await user.click(field());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(field()).toHaveProperty('value', ''));
});

it('gives a refused change back to the field', async () => {
  const { user } = await opened();
  refuse(api.chat.update, 'chat.not_author');
  await user.click(field());
  await user.keyboard('{ArrowUp}');
  await waitFor(() => expect(field()).toHaveProperty('value', 'Mine'));
  await user.type(field(), ' and yours{Enter}');
  await waitFor(() => expect(receivedBy(api.chat.update)).toHaveLength(1));
  await waitFor(() => expect(field()).toHaveProperty('value', 'Mine and yours'));
});

it('shows where the new ones begin for as long as the chat stays open', async () => {
  head = { ...head, unread: 1, last_read_seq: 1 };
  kept = [message(1, 'Walls are **wet**'), message(2, 'Dry now')];
  await opened();
  const line = await screen.findByText('New');
  head = { ...head, unread: 0, last_read_seq: 2 };
  publish('chat_message_created', { chat_id: 3, message: message(3, 'Painted') });
  await screen.findByText('Painted');
  expect(screen.getByText('New')).toBe(line);
  expect(line.closest('li')?.textContent).toContain('Dry now');
});

it('shows a photo large', async () => {
  const files = [{ id: 4, name: 'wall.jpg', bytes: 9, media: 'image/jpeg', width: 64, height: 48 }];
  kept = [message(1, 'Walls are **wet**', { files }), message(2, 'Mine', { author_id: 1 })];
  const { user } = await opened();
  await user.click(screen.getByRole('button', { name: 'Show wall.jpg' }));
  const viewer = await screen.findByRole('dialog', { name: 'wall.jpg' });
  expect(within(viewer).getByRole('img', { name: 'wall.jpg' }).getAttribute('src')).toContain('size=1600');
});

it('reacts and takes that back; a deleted message stays as a place', async () => {
  kept = [message(1, 'Walls are **wet**', { reactions: [{ emoji: '👍', count: 2, user_ids: [1, 2] }] }), message(2, '', { deleted: true })];
  answer(api.chat.react, {});
  const { user } = await opened();
  await user.click(screen.getByRole('button', { name: '👍: 2' }));
  expect(asked(api.chat.react)).toMatchObject([{ params: { chatId: 3, messageId: 101 }, body: { emoji: '👍', on: false } }]);
  expect(screen.getByText('Message deleted')).toBeTruthy();
});

it('knows that one reacted where a crowd did and what is pushed names the first ones alone', async () => {
  kept = [message(1, 'wet', { reactions: [{ emoji: '👍', count: 60, user_ids: [7, 8, 1] }] })];
  await opened();
  const button = (count: number) => screen.findByRole('button', { name: `👍: ${count}` });
  expect((await button(60)).getAttribute('aria-pressed')).toBe('true');
  const pushed = message(1, 'wet', { change: 9, reactions: [{ emoji: '👍', count: 61, user_ids: [7, 8] }] });
  publish('chat_message_updated', { chat_id: 3, message: pushed });
  expect((await button(61)).getAttribute('aria-pressed')).toBe('true');
});

it('answers with Ctrl+Up, further back each time, lets go with Escape, and reacts with R', async () => {
  const { user } = await opened();
  const replying = () => screen.queryByText(/^Answer to/)?.textContent ?? null;
  await user.type(field(), '{Control>}{ArrowUp}{/Control}');
  expect(replying()).toBe('Answer to Me');
  await user.type(field(), '{Control>}{ArrowUp}{ArrowUp}{/Control}');
  expect(replying()).toBe('Answer to Ada Lovelace');
  await user.type(field(), '{Escape}');
  expect([replying(), screen.queryByRole('complementary', { name: 'Chats' }) !== null]).toEqual([null, true]);
  answer(api.chat.react, {});
  const message = within(screen.getByRole('article', { name: 'Ada Lovelace' }));
  message.getByRole('button', { name: 'More' }).focus();
  await user.keyboard('r');
  await user.click(await screen.findByRole('menuitem', { name: '✅' }));
  expect(asked(api.chat.react)).toMatchObject([{ params: { chatId: 3, messageId: 101 }, body: { emoji: '✅', on: true } }]);
});

it('counts what is new, and begins a chat with a person', async () => {
  head = { ...head, unread: 3, last_read_seq: 0 };
  answer(api.spaces.users, { users: [memberOf(7, 'Grace', { last_name: 'Hopper' })] });
  answer(api.chat.create, () => ({ message: message(1, 'Hello', { chat_id: 8, author_id: 1 }) }));
  const { user } = await show(<ChatButton spaceId={1} />);
  await user.click(await screen.findByRole('button', { name: 'Chats: 3 unread messages' }));
  await user.type(await screen.findByRole('textbox', { name: 'Find a chat or a person' }), 'grace');
  await user.click(await screen.findByRole('button', { name: /Grace Hopper/ }));
  await user.type(field(), 'Hello{Enter}');
  await waitFor(() => expect(receivedBy(api.chat.create)[0]?.form?.get('user_ids')).toBe('7'));
});

it('is not there for who may read no chats', async () => {
  signedInWith(['space.read']);
  await show(<ChatButton spaceId={1} />);
  await waitFor(() => expect(asked(api.users.spaceConfig)).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Chats' })).toBeNull();
  expect(asked(api.chat.list)).toEqual([]);
});

describe('a toast', () => {
  it('names the author and the first 40 letters; several of a chat are one', async () => {
    const { user } = await show(<ChatButton spaceId={1} />);
    await screen.findByRole('button', { name: 'Chats' });
    publish('chat_message_created', { chat_id: 3, message: message(3, 'x'.repeat(41)) });
    expect(await screen.findByText(/x{40}…/)).toBeTruthy();
    publish('chat_message_created', { chat_id: 3, message: message(4, 'second') });
    await user.click(await screen.findByText(/second.*\(\+1\)/));
    await screen.findByText('wet');
  });
  it('is not shown for one’s own words, nor where nothing is heard', () => {
    expect(isHeard(message(1, 'x', { author_id: 1 }), 1, 'all')).toBe(false);
    expect(isHeard(message(1, 'x'), 1, 'none')).toBe(false);
    expect(isHeard(message(1, 'x'), 1, 'mentions')).toBe(false);
    expect(isHeard(message(1, 'x', { mentions: [{ user_id: 1, name: 'Me' }] }), 1, 'mentions')).toBe(true);
    expect(isHeard(message(1, 'x'), 1, 'all')).toBe(true);
  });
  it('cuts between letters as people see them', () => {
    expect(beginningOf('👩‍🔧'.repeat(41), 'en')).toBe(`${'👩‍🔧'.repeat(40)}…`);
    expect(beginningOf('**one** `two`\n> three', 'en')).toBe('one two three');
    expect(beginningOf('y'.repeat(40), 'en')).toBe('y'.repeat(40));
  });
});

it('opens at the message that was looked for, among those around it, and goes back to the newest', async () => {
  const shown = vi.fn();
  Object.defineProperty(HTMLElement.prototype, 'scrollIntoView', { configurable: true, value: shown });
  const old = [message(40, 'Before it'), message(41, 'The old answer'), message(42, 'After it')];
  answer(api.chat.message, { message: old[1] });
  answer(api.chat.messages, ({ query: { around } }) => ({ messages: around === 41 ? old : kept, last_seq: 90, last_change: 90 }));
  head = { ...head, last_seq: 90, unread: 3 };
  useChatPanel.setState({ opened: true, place: { chatId: 3, messageId: 141 }, visit: 1 });
  const { user } = await show(<ChatButton spaceId={1} />);
  await screen.findByText('The old answer');
  expect(screen.getByText('The old answer').closest('[data-found]')).not.toBeNull();
  expect(screen.queryByText('Mine', { selector: 'p *, p' })).toBeNull();
  expect(shown).toHaveBeenCalledWith({ block: 'center' });
  await user.click(screen.getByRole('button', { name: 'To the newest messages' }));
  await screen.findByText('wet');
  expect(screen.queryByText('The old answer')).toBeNull();
});

it('closes with Escape from a button of a message, once its tooltip is put away', async () => {
  answer(api.chat.react, {});
  const { user } = await opened();
  const sign = within(screen.getByRole('article', { name: 'Ada Lovelace' })).getByRole('button', { name: 'React' });
  sign.focus();
  await user.keyboard('r');
  await user.click(await screen.findByRole('menuitem', { name: '✅' }));
  await waitFor(() => expect(document.activeElement).toBe(sign));
  // As everywhere: the first Escape puts a tooltip away that stands over the page.
  await user.keyboard('{Escape}{Escape}');
  await waitFor(() => expect(useChatPanel.getState().opened).toBe(false));
});
