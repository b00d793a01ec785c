import { api, type Endpoint, endpoints } from '@gantry/contract';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Answer } from '../../../testing/call.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

/** Stored scripts: every text of every call of the contract is one, and whatever comes back comes back as JSON that says so. */
let world: World;
let anna: Person;
let things: Record<string, number>;

const SCRIPT = '"><img src=x onerror=alert(1)><script>alert(2)</script>';

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'F' } })).id;
  const project = (await anna.ok(api.projects.create, { body: { name: 'P', facility_id: facility } })).id;
  const schedule = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'S' } })).id;
  const version = await anna.version(schedule);
  things = { facilities: facility, projects: project, schedules: schedule, versions: version, eps: project, space: anna.spaceId };
  things['item'] = await anna.item(version, { name: 'Dig' });
});
afterAll(() => world.close());

type Shape = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  properties?: Record<string, Shape>;
  items?: Shape;
  minItems?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  format?: string;
  pattern?: string;
  $ref?: string;
};

/** A value of a schema whose free texts are the script. */
function example(shape: Shape, depth = 0): unknown {
  if (depth > 6) return undefined;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const [first] = shape.anyOf ?? shape.oneOf ?? [];
  if (first) return example((shape.anyOf ?? shape.oneOf ?? []).find(({ type }) => type === 'string') ?? first, depth + 1);
  if (shape.allOf) return Object.assign({}, ...shape.allOf.map((part) => example(part, depth + 1)));
  const type = Array.isArray(shape.type) ? shape.type[0] : shape.type;
  if (type === 'object' || shape.properties)
    return Object.fromEntries(Object.entries(shape.properties ?? {}).map(([name, part]) => [name, example(part, depth + 1)]));
  if (type === 'array') return shape.items ? [example(shape.items, depth + 1)] : [];
  if (type === 'integer' || type === 'number') return Math.max(1, shape.minimum ?? 1, (shape.exclusiveMinimum ?? 0) + 1);
  if (type === 'boolean') return false;
  if (type === 'string') return shape.format === 'email' ? `"<script>"@x.example` : SCRIPT;
  return SCRIPT;
}

const hasText = (shape: Shape): boolean => JSON.stringify(shape).includes('"string"');
const shapeOf = (schema: z.ZodType): Shape => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;

function paramsOf(endpoint: Endpoint): Record<string, string | number> {
  const segments = endpoint.path.split('/');
  return Object.fromEntries(
    segments.flatMap((segment, index): [string, string | number][] => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (!name) return [];
      const known = things[segments[index - 1]];
      return [
        [name, known ?? (name.endsWith('ersionId') ? things['versions'] : name === 'id' || name.endsWith('Id') ? things['item'] : 'x')],
      ];
    }),
  );
}

/** What must hold of any answer of the API, whatever it carries. */
function complaintsOf({ status, headers, body }: Answer, name: string): string[] {
  const text = typeof body === 'string' ? body : '';
  const wrong: string[] = [];
  if (status >= 500) wrong.push(`${name}: ${status}`);
  if (headers.get('x-content-type-options') !== 'nosniff') wrong.push(`${name}: may be sniffed`);
  const type = headers.get('content-type') ?? '';
  if (/html|svg|xml(?!.*attachment)|javascript/.test(type) && !/attachment/.test(headers.get('content-disposition') ?? ''))
    wrong.push(`${name}: ${type}`);
  if (/<script>/.test(text) && !/^(text\/csv|application\/json)/.test(type)) wrong.push(`${name}: a script as ${type}`);
  if (!/script-src 'self' 'wasm-unsafe-eval'(;|$)|sandbox/.test(headers.get('content-security-policy') ?? ''))
    wrong.push(`${name}: no policy`);
  return wrong;
}

/** Calls that would end what the test stands on. */
const ENDS = new Set<Endpoint>([
  api.auth.logout,
  api.auth.endOtherSessions,
  api.spaces.remove,
  api.versions.remove,
  api.facilities.remove,
  api.projects.remove,
  api.schedules.remove,
  api.eps.remove,
]);

describe('a script in every text of every call', () => {
  test('is refused, or kept and given back as JSON that no browser takes for a page', async () => {
    const wrong: string[] = [];
    let kept = 0;
    for (const { feature, name, endpoint } of endpoints()) {
      if (endpoint.request !== 'json' || endpoint.response === 'socket' || !endpoint.changesData || ENDS.has(endpoint)) continue;
      const shape = shapeOf(endpoint.body);
      if (!hasText(shape)) continue;
      const body = example(shape) as Record<string, unknown>;
      // All of it, and one text at a time beside what else is there: one that is refused must not hide the others.
      const bodies = [
        body,
        ...Object.keys(body)
          .slice(0, 12)
          .map((field) => ({ [field]: body[field] })),
      ];
      for (const one of bodies) {
        const answer = await anna.call(endpoint, { params: paramsOf(endpoint), body: one });
        wrong.push(...complaintsOf(answer, `${feature}.${name}`));
        if (answer.status === 200) kept += 1;
      }
    }
    expect(wrong).toEqual([]);
    // The test is no test where everything is refused.
    expect(kept).toBeGreaterThan(20);
  });

  test('comes back from every reading call as what it is', async () => {
    await anna.ok(api.facilities.create, { body: { name: SCRIPT } });
    await anna.ok(api.wbs.create, {
      params: { id: things['versions'] },
      body: { parent_id: null, item: { name: SCRIPT, code: SCRIPT } },
    });
    await world.sql(`update space set name = $1 where id = $2`, [SCRIPT, anna.spaceId]);
    await world.sql(`update app_user set first_name = $1, last_name = $1, secret_question = $1 where id = $2`, [SCRIPT, anna.id]);
    const wrong: string[] = [];
    let shown = 0;
    for (const { feature, name, endpoint } of endpoints()) {
      if (endpoint.changesData || endpoint.response === 'socket') continue;
      const answer = await anna.call(endpoint, { params: paramsOf(endpoint) });
      wrong.push(...complaintsOf(answer, `${feature}.${name}`));
      if (
        JSON.stringify(answer.body ?? '')

          .includes('onerror')
      )
        shown += 1;
    }
    expect(wrong).toEqual([]);
    expect(shown).toBeGreaterThan(5);
  });
});

test('no component of the page makes markup or code of a text', () => {
  const folder = join(import.meta.dirname, '../../../../../web/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(ts|tsx|js)$/.test(file) && !/\.test\./.test(file),
  );
  const forbidden =
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function\(|srcdoc|javascript:/i;
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => forbidden.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
});
