import { api, type SearchHit } from '@gantry/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { useStructureSelection } from '../../features/structure/eps/eps.store.ts';
import { useChatPanel } from '../../features/teamwork/chat/chat.queries.ts';
import { answer, asked, refuse } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { SearchPage } from './search-page.tsx';

const hit = (kind: SearchHit['kind'], ids: object, title: string, text: string | null = null): SearchHit => ({
  kind,
  ids: { node_id: 3, ...ids },
  icon: kind === 'node' ? 'schedule' : null,
  title,
  text,
  path: ['Harbour', 'Pier'],
  author: text && 'Ada Lovelace',
  at: '2026-03-02T09:00:00.000Z',
  marks: text === null ? { title: [[0, 4]], text: [] } : { title: [], text: [[0, 4]] },
  others: 0,
  alike: false,
});
const HITS = [
  hit('row', { version_id: 9, row_id: 4 }, 'Wall of the pier'),
  hit('message', { chat_id: 2, message_id: 6 }, 'Pier', 'Wall is wet'),
  hit('node', {}, 'Wall plan'),
];

beforeEach(() => {
  answer(api.eps.tree, { nodes: [], versions: [] });
  answer(api.spaces.users, { users: [] });
  answer(api.search.find, { hits: HITS, next: null });
});
const opened = (path = '/1') => show(<SearchPage />, { path });
const question = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Search all of the space' });
const shown = () => [...document.querySelectorAll('[data-hit]')].map(({ textContent }) => textContent);

it('asks what is typed, keeps it in the address, and marks the words it found', async () => {
  const { user } = await opened();
  expect(screen.getByText(/The last word may be unfinished/)).toBeTruthy();
  expect(document.activeElement).toBe(question());
  await user.type(question(), 'wall');
  expect(await screen.findByRole('link', { name: /Wall of the pier/ })).toBeTruthy();
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Wall', 'Wall', 'Wall']);
  expect(screen.getByRole('button', { name: /Ada Lovelace/ }).textContent).toContain('Message · Harbour / Pier');
  expect(screen.getByRole('status').textContent).toBe('Found: 3');
});

it('reads the address, and narrows by kind', async () => {
  const { user, place } = await opened('/1/search?q=wall&kinds=row&from=2026-03-01&author=7');
  await screen.findByRole('link', { name: /Wall of the pier/ });
  expect(question().value).toBe('wall');
  expect(asked(api.search.find)[0].query).toMatchObject({ q: 'wall', kinds: ['row'], from: '2026-03-01', author: 7 });
  await user.click(screen.getByRole('checkbox', { name: 'Files' }));
  await waitFor(() => expect(place()).toContain('kinds=row%2Cfile'));
  await user.click(screen.getByRole('button', { name: 'Search everywhere' }));
  await waitFor(() => expect(place()).toBe('/1/search?q=wall'));
});

it('is walked through by keyboard: down to the hits, back up to the question', async () => {
  const { user, place } = await opened('/1/search?q=wall');
  await screen.findByRole('link', { name: /Wall of the pier/ });
  const focused = () => document.activeElement?.textContent ?? '';
  await user.click(question());
  await user.keyboard('{ArrowDown}');
  expect(focused()).toContain('Wall of the pier');
  await user.keyboard('{End}');
  expect(focused()).toContain('Wall plan');
  await user.keyboard('{ArrowUp}');
  expect(focused()).toContain('Wall is wet');
  await user.keyboard('{Enter}');
  expect(useChatPanel.getState()).toMatchObject({ opened: true, place: { chatId: 2, messageId: 6 } });
  await user.keyboard('{Home}{ArrowUp}');
  expect(document.activeElement).toBe(question());
  await user.keyboard('{ArrowDown}{Escape}');
  expect(document.activeElement).toBe(question());
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(place()).toMatch(/^\/1\/schedule\/9\?target=(4|%224%22)$/));
});

it('leads to a node in the structure', async () => {
  const { user, place } = await opened('/1/search?q=wall');
  await user.click(await screen.findByRole('link', { name: /Wall plan/ }));
  await waitFor(() => expect(place()).toBe('/1'));
  expect(useStructureSelection.getState().selected[1]).toBe('n3');
});

it('shows more where there is more', async () => {
  answer(api.search.find, ({ query }) => (query.before ? { hits: [HITS[2]], next: null } : { hits: HITS.slice(0, 2), next: '5.6' }));
  const { user } = await opened('/1/search?q=wall');
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await waitFor(() => expect(shown()).toHaveLength(3));
  expect(asked(api.search.find).map(({ query }) => query.before)).toEqual([undefined, '5.6']);
});

it('says that nothing is found, and that the search did not answer', async () => {
  answer(api.search.find, { hits: [], next: null });
  const { user } = await opened('/1/search?q=wall&kinds=row');
  expect(await screen.findByRole('heading', { name: 'Nothing is found' })).toBeTruthy();
  refuse(api.search.find, 'server.unknown');
  await user.type(question(), 's');
  expect(await screen.findByRole('heading', { name: 'The search did not answer' }, { timeout: 5000 })).toBeTruthy();
  answer(api.search.find, { hits: HITS, next: null });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /Wall of the pier/ })).toBeTruthy();
});
