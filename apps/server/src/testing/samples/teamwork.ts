import { api } from '@gantry/contract';
import { createCanvas } from '@napi-rs/canvas';
import type { Person } from '../world.ts';

/** Tables of what people do together, each of which `fillTeamworkTables` fills. */
export const TEAMWORK_TABLES = [
  'action_item',
  'action_item_person',
  'chat',
  'chat_file',
  'chat_message',
  'chat_person',
  'chat_reaction',
  'chat_setting',
  'chat_version',
  'checklist',
  'checklist_item',
  'comment',
  'kanban_board',
  'kanban_column',
  'kanban_item',
  'kanban_item_label',
  'kanban_item_person',
  'kanban_label',
  'kanban_move',
  'notice',
  'notice_setting',
  'storage_blob',
  'storage_item',
];

const formOf = (fields: Record<string, string>, files: Record<string, Blob> = {}): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, content] of Object.entries(files)) form.append('file', content, name);
  return form;
};
const key = (): string => crypto.randomUUID();

/** Fills the space that two people share with a schedule, a stored file and every table of teamwork. */
export async function fillSharedSpace(anna: Person, boris: Person, file: File): Promise<void> {
  const schedule = await anna.schedule('Handover');
  const version = await anna.version(schedule);
  const work = await anna.item(version, { name: 'Pour', code: 'A1' });
  await anna.relation(version, work, await anna.item(version, { name: 'Strip', code: 'A2' }));
  const form = new FormData();
  form.append('file', file);
  await anna.ok(api.storage.upload, { params: { id: schedule } }, { raw: form });
  await fillTeamworkTables(anna, boris, { schedule, version, work });
}

/** A little of everything at a schedule and a work of it, by the calls that people make. */
export async function fillTeamworkTables(
  owner: Person,
  other: Person,
  { schedule, version, work }: { schedule: number; version: number; work: number },
): Promise<void> {
  const canvas = createCanvas(400, 200);
  canvas.getContext('2d').fillText('Walls', 20, 20);
  const photo = new Blob([new Uint8Array(await canvas.encode('jpeg', 90))]);
  await owner.ok(api.storage.upload, { params: { id: schedule } }, { raw: formOf({ wbs_id: String(work) }, { 'site.jpg': photo }) });

  const written = formOf({ eps_id: String(schedule), text: `@{${other.id}} the **walls** 😀`, client_key: key() }, { 'wall.jpg': photo });
  const { message } = await owner.ok(api.chat.create, {}, { raw: written });
  const place = { chat_id: String(message.chat_id) };
  await owner.ok(
    api.chat.update,
    {},
    { raw: formOf({ ...place, message_id: String(message.id), text: 'The walls are dry', keep_files: String(message.files[0].id) }) },
  );
  const { message: answer } = await other.ok(
    api.chat.create,
    {},
    { raw: formOf({ ...place, text: 'Good', reply_to: String(message.id), client_key: key() }) },
  );
  await owner.ok(api.chat.react, { params: { chatId: message.chat_id, messageId: answer.id }, body: { emoji: '👍', on: true } });
  const { message: gone } = await owner.ok(api.chat.create, {}, { raw: formOf({ ...place, text: 'A slip', client_key: key() }) });
  await owner.ok(api.chat.remove, { params: { chatId: message.chat_id, messageId: gone.id } });
  await owner.ok(api.chat.create, {}, { raw: formOf({ user_ids: String(other.id), text: 'Just us', client_key: key() }) });
  await other.ok(api.chat.setSettings, { body: { chat_id: message.chat_id, pinned: true, notify: 'mentions' } });
  await other.ok(api.chat.setSettings, { body: { sound: true } });
  await other.ok(api.notices.saveSettings, { body: { hour: 7 } });

  const { comment } = await owner.ok(api.comments.create, { params: { id: schedule }, body: { text: 'Is it dry?', client_key: key() } });
  await other.ok(api.comments.create, { params: { id: schedule }, body: { text: 'Yes', reply_to: comment.id, client_key: key() } });
  const list = await owner.ok(api.checklists.create, { body: { version_id: version, wbs_id: work, name: 'Before the pour' } });
  const item = await owner.ok(api.checklists.createItem, { params: { versionId: version, checklistId: list.id }, body: { text: 'Rebar' } });
  await owner.ok(api.checklists.updateItem, { params: { checklistId: list.id, itemId: item.id }, body: { done: true } });
  await owner.ok(api.actionItems.save, {
    params: { id: version },
    body: { item_ids: [work], title: 'Order the rebar', people: [other.id] },
  });

  const columns = [{ name: 'To do' }, { name: 'Done', done: true }];
  const { id: board } = await owner.ok(api.kanban.create, { body: { eps_id: schedule, name: 'Walls', columns } });
  const { columns: made, revision } = await owner.ok(api.kanban.columns, { params: { id: board } });
  const { id: label } = await owner.ok(api.kanban.createLabel, { body: { board_id: board, name: 'Urgent', tint: 2 } });
  const card = { title: 'Pour', due: '2026-03-02', person_ids: [other.id], label_ids: [label] };
  await owner.ok(api.kanban.createItems, { body: { column_id: made[0].id, ...card } });
  const { items, revision: seen } = await owner.ok(api.kanban.items, { params: { id: board }, query: {} });
  await owner.ok(api.kanban.updateItems, {
    body: { board_id: board, revision: Math.max(seen, revision), items: [{ id: items[0].id, column_id: made[1].id, after_id: null }] },
  });
}
