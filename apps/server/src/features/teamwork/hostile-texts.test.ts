import { api } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import hostile from '../../testing/hostile-texts.json' with { type: 'json' };
import { createTeam } from '../../testing/team.ts';
import { createWorld, type Person, type World } from '../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;
let version: number;
let work: number;
let checklist: number;
let column: number;
let board: number;

beforeAll(async () => {
  world = await createWorld();
  ({ anna, schedule } = await createTeam(world));
  version = await anna.version(schedule);
  work = await anna.item(version, { name: 'Pour walls', code: 'A1' });
  checklist = (await anna.ok(api.checklists.create, { body: { version_id: version, wbs_id: work, name: 'Before' } })).id;
  board = (await anna.ok(api.kanban.create, { body: { eps_id: schedule, name: 'Site', columns: [{ name: 'To do' }] } })).id;
  column = (await anna.ok(api.kanban.get, { params: { id: board } })).columns[0].id;
});
afterAll(() => world.close());

function formOf(text: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ eps_id: schedule, text, client_key: crypto.randomUUID() })) form.set(name, String(value));
  return form;
}
const comment = (text: string) => ({ params: { id: schedule }, body: { text, client_key: crypto.randomUUID() } });
const item = (text: string) => ({ params: { versionId: version, checklistId: checklist }, body: { text } });
const card = (title: string, description?: string) => ({ body: { column_id: column, title, description } });

const renamed = (name: string) => ({ params: { id: version, wbsId: work }, body: { name } });

/** Each place: what is read back of a text written there, and the refusal of one. */
const PLACES = {
  'a comment': {
    write: async (text: string) => (await anna.ok(api.comments.create, comment(text))).comment.text,
    refuse: (text: string) => anna.refused(api.comments.create, comment(text)),
  },
  'a chat': {
    write: async (text: string) => (await anna.ok(api.chat.create, {}, { raw: formOf(text) })).message.text,
    // A form replaces half a letter before it leaves.
    refuse: (text: string) => anna.refused(api.chat.create, {}, { raw: formOf(text.isWellFormed() ? text : '\u0000') }),
  },
  'an item of a checklist': {
    write: async (text: string) => {
      const { id } = await anna.ok(api.checklists.createItem, item(text));
      const { checklists } = await anna.ok(api.checklists.list, { params: { versionId: version, wbsId: work } });
      await anna.ok(api.checklists.removeItems, { body: { ids: [id] } });
      return checklists[0].items.find((one) => one.id === id)?.text;
    },
    refuse: (text: string) => anna.refused(api.checklists.createItem, item(text)),
  },
  'the title of a card': {
    write: async (text: string) => (await anna.ok(api.kanban.createItems, card(text))).items[0].title,
    refuse: (text: string) => anna.refused(api.kanban.createItems, card(text)),
  },
  'the description of a card': {
    write: async (text: string) => {
      const { id } = (await anna.ok(api.kanban.createItems, card('Card', text))).items[0];
      return (await anna.ok(api.kanban.item, { params: { id }, query: { board_id: board } })).description;
    },
    refuse: (text: string) => anna.refused(api.kanban.createItems, card('Card', text)),
  },
  'the name of a work': {
    write: async (text: string) => {
      await anna.ok(api.wbs.update, renamed(text));
      return (await anna.ok(api.wbs.get, { params: { id: version, wbsId: work } })).item['name'];
    },
    refuse: (text: string) => anna.refused(api.wbs.update, renamed(text)),
  },
  'the name of a node': {
    write: async (text: string) => {
      await anna.ok(api.eps.rename, { params: { id: schedule }, body: { name: text } });
      return (await anna.ok(api.eps.get, { params: { id: schedule } })).name;
    },
    refuse: (text: string) => anna.refused(api.eps.rename, { params: { id: schedule }, body: { name: text } }),
  },
  'the name of a board': {
    write: async (text: string) => {
      await anna.ok(api.kanban.update, { body: { id: board, name: text } });
      return (await anna.ok(api.kanban.get, { params: { id: board } })).board.name;
    },
    refuse: (text: string) => anna.refused(api.kanban.update, { body: { id: board, name: text } }),
  },
  'the name of a checklist': {
    write: async (text: string) => {
      await anna.ok(api.checklists.update, { params: { id: checklist }, body: { name: text } });
      return (await anna.ok(api.checklists.list, { params: { versionId: version, wbsId: work } })).checklists[0].name;
    },
    refuse: (text: string) => anna.refused(api.checklists.update, { params: { id: checklist }, body: { name: text } }),
  },
};

describe.each(Object.entries(PLACES))('%s', (_place, { write, refuse }) => {
  test('keeps a hostile text as it was written', async () => {
    for (const text of hostile.kept) expect(await write(text)).toBe(text);
  });
  test('refuses what cannot be text, with a sentence', async () => {
    for (const text of hostile.refused)
      expect([JSON.stringify(text), await refuse(text)]).toMatchObject([JSON.stringify(text), { status: 400, code: 'request.invalid' }]);
  });
});
