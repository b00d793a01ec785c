import { api, type Call, CHAT_UNREAD_COUNTED, type Endpoint } from '@gantry/contract';
import { seededRandom } from '@gantry/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallOptions, type Keys, send } from '../../../testing/call.ts';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, PASSWORD, type Person, type World } from '../../../testing/world.ts';

/** Acts of the walk; all of them, 10,000, before a release. */
const ACTS = Number(process.env['CHAT_ACTS'] ?? 300);
const LOOK_EVERY = 25;

let world: World;
let anna: Person;
let boris: Person;
let node: number;

beforeAll(async () => {
  world = await createWorld();
  ({ anna, boris, schedule: node } = await createTeam(world));
});
afterAll(() => world.close());

type Line = { id: number; seq: number; author: Person; mentions: Person | null; gone: boolean };
type Device = <E extends Endpoint>(endpoint: E, call: Partial<Call<E>>, options?: CallOptions) => Promise<any>;

/** A session of its own, as on a phone beside the desk. */
async function deviceOf(person: Person): Promise<Device> {
  const keys: Keys = { cookies: new Map(), token: '' };
  await send(world.base, keys, api.auth.login, { body: { login: person.login, password: PASSWORD } });
  return async (endpoint, call, options) => {
    const { status, body } = await send(world.base, keys, endpoint, call, { spaceId: person.spaceId, ...options });
    if (status !== 200) throw new Error(`${endpoint.path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
}

test(
  'what is unread is what a count says, after any acts on two devices at once',
  async () => {
    const draw = seededRandom(20_261_122);
    const below = (count: number): number => Math.floor(draw() * count);
    const people = [anna, boris];
    const devices = new Map<Person, Device[]>();
    for (const person of people) devices.set(person, [await deviceOf(person), await deviceOf(person)]);
    const read = new Map<Person, number>(people.map((person) => [person, 0]));
    const lines: Line[] = [];
    let chatId = 0;

    const write = async (person: Person, device: Device, mentions: Person | null): Promise<void> => {
      const form = new FormData();
      const text = mentions ? `@{${mentions.id}} look` : 'a line';
      const to = chatId ? { chat_id: String(chatId) } : { eps_id: String(node) };
      for (const [name, value] of Object.entries({ ...to, text, client_key: crypto.randomUUID() })) form.set(name, value);
      const { message } = await device(api.chat.create, {}, { raw: form });
      chatId = message.chat_id;
      lines.push({ id: message.id, seq: message.seq, author: person, mentions, gone: false });
      read.set(person, Math.max(message.seq, read.get(person) ?? 0));
    };
    /** One act of a person; those of two devices at once never go back, so that their order does not matter. */
    const act = async (person: Person, device: Device, alone: boolean): Promise<void> => {
      const kind = below(20);
      if (kind < 9 || lines.length === 0) return write(person, device, kind < 2 ? people[below(2)] : null);
      if (kind < 15 || (kind < 18 && alone)) {
        const { seq } = lines[below(lines.length)];
        const exact = kind >= 15;
        read.set(person, exact ? seq : Math.max(seq, read.get(person) ?? 0));
        return device(api.chat.read, { body: { chat_id: chatId, seq, exact } });
      }
      const own = lines.filter(({ author, gone }) => author === person && !gone);
      const line = own[below(own.length)];
      if (!line) return undefined;
      line.gone = true;
      return device(api.chat.remove, { params: { chatId, messageId: line.id } });
    };
    await write(anna, (devices.get(anna) ?? [])[0], null);

    for (let done = 0; done < ACTS;) {
      const alone = below(2) === 0;
      const person = people[below(2)];
      const own = devices.get(person) ?? [];
      const acts = alone ? [act(person, own[below(2)], true)] : own.map((device) => act(person, device, false));
      await Promise.all(acts);
      const before = done;
      done += acts.length;
      if (Math.floor(before / LOOK_EVERY) === Math.floor(done / LOOK_EVERY) && done < ACTS) continue;
      for (const one of people) {
        const from = read.get(one) ?? 0;
        const fresh = lines.filter(({ gone, author, seq }) => !gone && author !== one && seq > from);
        const shown = (some: readonly Line[]): number => Math.min(some.length, CHAT_UNREAD_COUNTED);
        const mentioning = fresh.filter(({ mentions }) => mentions === one);
        const expected = { last_read_seq: from, unread: shown(fresh), mentions: shown(mentioning) };
        for (const device of devices.get(one) ?? []) {
          const { chats } = await device(api.chat.list, { query: {} });
          expect({ after: done, ...chats.find(({ id }: { id: number }) => id === chatId) }).toMatchObject({ after: done, ...expected });
        }
      }
      // Nobody writes so fast by hand; the walk does.
      await world.sql(`update chat_message set created_at = created_at - interval '11 seconds' where chat_id = $1`, [chatId]);
    }
    expect(lines.length).toBeGreaterThan(ACTS / 4);
  },
  60_000 + ACTS * 200,
);
