import { api, type Comment } from '@gantry/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { CommentsPanel } from './comments-panel.tsx';
import { MessageText } from '../../../ui/messages/message-text.tsx';

const comment = (id: number, text: string, more: Partial<Comment> = {}): Comment => ({
  id,
  node_id: 5,
  row_id: 7,
  card_id: null,
  assignment_id: null,
  text,
  author_id: 2,
  author: 'Ada Lovelace',
  created_at: '2026-03-02T09:00:00Z',
  client_key: crypto.randomUUID(),
  reply: null,
  mentions: [],
  ...more,
});
let kept: Comment[];

beforeEach(() => {
  kept = [comment(1, 'Walls are **wet**')];
  answer(api.comments.list, () => ({ comments: kept, next: null }));
});
const panel = (more: Partial<Parameters<typeof CommentsPanel>[0]> = {}) =>
  show(<CommentsPanel spaceId={1} place={{ nodeId: 5, row: { versionId: 9, id: 7 } }} mayWrite mayModerate={false} userId={1} {...more} />);
const composer = () => screen.getByRole('textbox', { name: 'Write a comment' });

it('sends with Ctrl+Enter, mentions who is picked by keyboard, and says who was not told', async () => {
  answer(api.comments.people, { people: [{ user_id: 12, name: 'Grace Hopper', login: 'grace' }] });
  answer(api.comments.create, ({ body }) => {
    const made = comment(2, body.text, { author_id: 1, client_key: body.client_key, mentions: [{ user_id: 12, name: 'Grace Hopper' }] });
    kept = [made, ...kept];
    return { comment: made, not_told: [{ user_id: 13, name: 'Alan Turing' }] };
  });
  const { user } = await panel();
  await user.click(await screen.findByRole('button', { name: 'Reply' }));
  await user.type(composer(), 'Look @gr');
  expect(await screen.findByRole('option', { name: /Grace Hopper/ })).toBeTruthy();
  await user.keyboard('{Enter}');
  await user.type(composer(), 'please');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('@Grace Hopper')).toBeTruthy();
  expect(asked(api.comments.create)).toMatchObject([
    { params: { id: 5 }, body: { text: 'Look @{12} please', wbs_id: 7, version_id: 9, reply_to: 1 } },
  ]);
  expect(await screen.findByText(/Alan Turing/)).toBeTruthy();
  expect(composer()).toHaveProperty('value', '');
});

it('keeps what was refused with the reason and sends it again under its key', async () => {
  refuse(api.comments.create, 'comment.row_not_found');
  const { user } = await panel();
  await user.type(composer(), 'lost?');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('There is no such work in the schedule');
  answer(api.comments.create, ({ body }) => {
    kept = [comment(2, body.text, { client_key: body.client_key }), ...kept];
    return { comment: kept[0], not_told: [] };
  });
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  const [first, second] = asked(api.comments.create);
  expect(second.body.client_key).toBe(first.body.client_key);
  expect(screen.getAllByText('lost?')).toHaveLength(1);
});

it('deletes one’s own comment and takes that back', async () => {
  answer(api.comments.remove, () => {
    kept = [];
    return {};
  });
  answer(api.comments.restore, {});
  const { user } = await panel({ userId: 2 });
  await user.click(await screen.findByRole('button', { name: 'Delete comment' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(asked(api.comments.restore)).toMatchObject([{ params: { id: 5, commentId: 1 } }]);
});

it('offers to delete comments of others to a moderator alone', async () => {
  await panel();
  await screen.findByText('wet');
  expect(screen.queryByRole('button', { name: 'Delete comment' })).toBeNull();
});

it('says that nothing is there; who may only look does not write', async () => {
  kept = [];
  await panel({ mayWrite: false });
  expect(await screen.findByText('No comments yet')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

describe('a text', () => {
  const shown = async (text: string): Promise<HTMLElement> => {
    await show(
      <div data-testid="text">
        <MessageText text={text} mentions={[]} userId={1} />
      </div>,
    );
    return screen.getByTestId('text');
  };
  it('shows the small part of Markdown', async () => {
    const text = await shown('**b** *i* ~~s~~ `c` https://gantry.example/x\n\n- one\n- two\n\n> said');
    for (const tag of ['strong', 'em', 'del', 'code', 'ul', 'blockquote'])
      expect([tag, text.querySelector(tag) !== null]).toEqual([tag, true]);
    const link = within(text).getByRole('link');
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['https://gantry.example/x', 'noopener noreferrer nofollow']);
  });
  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<svg/onload=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](java&#x0A;script:alert(1))',
    '[a](\tJaVaScRiPt:alert(1))',
    '[a](data:text/html;base64,PHNjcmlwdD4=)',
    '<javascript:alert(1)>',
    '![a](https://evil.example/x.png)',
    '# not a heading',
    '[a][b]\n\n[b]: javascript:alert(1)',
  ])('shows %j as its source', async (hostile) => {
    const text = await shown(hostile);
    expect(text.querySelector('a, img, script, svg, h1, iframe')).toBeNull();
  });
  it('says where a link leads whose words say something else', async () => {
    const text = await shown('[https://bank.example](https://evil.example/x) [п](https://аррӏе.com)');
    expect(text.textContent).toContain('(evil.example)');
    expect(text.textContent).toContain('(xn--');
  });
  it.each([
    ['quotes', '>'.repeat(7000)],
    ['brackets', '['.repeat(7000)],
    ['stars', '*a_ '.repeat(2000)],
    ['lists', '- '.repeat(3500)],
    ['mentions', '@{1}'.repeat(2000)],
  ])('stands %s by the thousand', async (_name, hostile) => {
    expect((await shown(hostile)).textContent?.length).toBeGreaterThan(0);
  });
});
