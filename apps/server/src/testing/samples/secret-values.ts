import { api, type Call, COLUMNS_TYPE, type Endpoint, endpoints, isSpaceRight, placeOf } from '@gantry/contract';
import {
  attributeColumn,
  BUILT_IN_ROLE_ID,
  DEFAULT_PRINT_FORMAT,
  DEFAULT_PRINT_SETTINGS,
  type JsonValue,
  RIGHTS_OF_ROLE,
  type SpaceRight,
} from '@gantry/domain';
import { afterAll, beforeAll, expect } from 'vitest';
import { answerBytes } from '../call.ts';
import { canariesIn, type Canary, numberCanary, textCanary } from '../canary.ts';
import { createWorld, type Person, type World } from '../world.ts';
import { askedOfRow } from './secret-rows.ts';
import { type Costing, ESTIMATED, makeCosting } from './secret-costing.ts';
import { figuresAsked } from './secret-figures.ts';
import { NOTHING } from './secret-refusals.ts';

/** Values that vera may not see stand in a version and at its schedule: no answer, file or event that she gets may hold them in any form. */

/** The text that is secret. */
export const TEXT = 'CANARY-7f3a-secret';
const ENTRY = 'CANARY-91bc-entry';
const AT_NODE = 'CANARY-2d60-node';
/** The numbers that are secret, by the type of their attribute. */
export const NUMBERS = { number: 987654.321, money: 765432.125, percentage: 0.7318529, measure: 1234567891 };
const DATE = '2031-07-19T04:23';
/** What things cost, which only who has the right to see costs may know. */
export const COSTS = {
  price: 731.48625,
  rate: 829.13375,
  planned: 918273.4625,
  actual: 192837.84375,
  day: 374651.28125,
  norm: 283746.59375,
  own: 564738.21875,
};
/** What the costs of the version come to in cents: figures add up what the rows say, and the sums are as secret. */
export const SUMS = { planned: 1292924.74, until_now: 374651.28 };
/** Money in an attribute that no rule names, and what a formula makes of it: who may not see costs sees neither. */
export const WITHOUT_RULE = { money: 482913.57, twice: 965827.14 };
/** All that must not be seen. */
export const CANARIES: Canary[] = [
  textCanary('text', TEXT),
  textCanary('entry', ENTRY),
  textCanary('node', AT_NODE),
  ...Object.entries(NUMBERS).map(([name, value]) => numberCanary(name, value)),
  numberCanary('cost', 5432.109375),
  numberCanary('calculated', 246913578.5),
  ...Object.entries(WITHOUT_RULE).map(([name, value]) => numberCanary(`without a rule ${name}`, value)),
  ...Object.entries(COSTS).map(([name, value]) => numberCanary(`cost ${name}`, value)),
  ...Object.entries(SUMS).map(([name, value]) => numberCanary(`sum ${name}`, value)),
  ...Object.entries(ESTIMATED).map(([name, value]) => numberCanary(`estimated ${name}`, value)),
  textCanary('date', '2031-07-19'),
  textCanary('date as people write it', '19.07.2031'),
];

export let world: World;
export let anna: Person;
/** A planner to whom the rules hide the values. */
export let vera: Person;
export let schedule: number;
let project: number;
let facility: number;
export let version: number;
export let other: number;
/** A version that came from a file, which is kept with it. */
export let imported: number;
export let rows: number[];
export let indicator: number;
let costing: Costing = { estimate: 0, act: 0, pdc: 0, set: 0, rule: 0 };
/** A scoreboard that everybody sees, with figures of money. */
let board: number;
export const secret: Record<string, number> = {};

const define = (name: string, type: string, more: object = {}) =>
  anna
    .ok(api.attributeValues.create, { params: { id: version }, body: { name, type, ...more } as never })
    .then(({ id }) => (secret[name] = id));
export const write = (who: Person, values: Record<number, JsonValue>, row = rows[0]) =>
  who.ok(api.wbs.update, { params: { id: version, wbsId: row }, body: { attributes: values } });

/** Sets the version with its secrets up for the tests of a file. */
export function withSecrets(): void {
  beforeAll(setUp);
  afterAll(() => world.close());
}

async function setUp(): Promise<void> {
  world = await createWorld();
  anna = await world.person('anna');
  vera = await world.person('vera');
  await anna.space();
  await world.join(vera, anna, 'planner');
  schedule = await anna.schedule();
  const tree = (await anna.ok(api.eps.tree)).nodes;
  project = tree.find(({ kind }) => kind === 'project')?.id as number;
  facility = tree.find(({ kind }) => kind === 'facility')?.id as number;
  version = await anna.version(schedule);
  rows = [];
  for (const name of ['Dig', 'Pour', 'Cure']) rows.push(await anna.item(version, { name }));
  await anna.relation(version, rows[0], rows[1]);
  const ofSpace = {
    name: 'Of the node',
    key: 'of_node',
    type: 'string' as const,
    owners: ['schedule' as const, 'wbs' as const],
    inherits: true,
  };
  const nodeAttribute = (await anna.ok(api.attributes.createInSpace, { body: ofSpace })).id;
  const values = [{ attribute_id: nodeAttribute, value: AT_NODE }];
  await anna.ok(api.attributes.saveValues, { params: { id: schedule }, body: { values } });
  const cost = { name: 'Cost', key: 'hidden_cost', type: 'number' as const, owners: ['wbs' as const] };
  const costAttribute = (await anna.ok(api.attributes.createInSpace, { body: cost })).id;
  const taken = await anna.ok(api.attributeValues.take, {
    params: { id: version },
    body: { source_ids: [nodeAttribute, costAttribute] },
  });
  [secret['of_node'], secret['hidden_cost']] = taken.ids;
  for (const type of Object.keys(NUMBERS)) await define(`secret_${type}`, type);
  await define('secret_text', 'string');
  await define('secret_list', 'list', { values: [ENTRY, 'B'] });
  await define('secret_date', 'date');
  await define('secret_flag', 'flag');
  await define('secret_person', 'person');
  await define('secret_default', 'string', { default_value: TEXT });
  await define('open', 'string');
  // What nobody said anything of, and yet tells the secret: a formula over it.
  await define('told', 'number', { formula: 'secret_number * 0 + secret_measure * 0 + 246913578.5 * (secret_number - secret_number + 1)' });
  await define('wages', 'money');
  await define('wages_twice', 'number', { formula: 'wages * 2' });
  const rules = [{ condition: 'hidden_cost > 1000', state: 'warn' as const, tint: 3, text: 'much' }];
  indicator = (await anna.ok(api.indicators.createAtSchedule, { params: { id: schedule }, body: { name: 'Over', rules } })).id;
  const typed = Object.entries(NUMBERS).map(([type, value]) => [secret[`secret_${type}`], value]);
  await write(anna, {
    ...Object.fromEntries(typed),
    [secret['secret_text']]: TEXT,
    [secret['secret_list']]: ENTRY,
    [secret['secret_date']]: DATE,
    [secret['hidden_cost']]: 5432.109375,
    [secret['secret_flag']]: true,
    [secret['secret_person']]: anna.id,
    [secret['wages']]: WITHOUT_RULE.money,
    [secret['open']]: 'seen by all',
  });
  await spend();
  costing = await makeCosting({ anna, project, schedule, version, rows });
  const content = {
    rows: { kind: 'schedule' as const, under: null },
    columns: (['cpi', 'spi', 'progress'] as const).map((figure) => ({ figure, warn: null, error: null })),
    sort: 'place' as const,
  };
  board = (await anna.ok(api.scoreboard.create, { body: { name: 'Money', shared: true, content } })).id;
  await rightsOfVera();
  other = (await anna.ok(api.versions.copyTo, { params: { id: version, scheduleId: schedule }, body: { name: 'Other' } })).id as number;
  await anna.ok(api.versions.setActual, { params: { id: version } });
  const written = await bytesOf(anna, api.exports.version, { params: { id: version, x: 'xer' }, body: {} });
  imported = (await anna.importXer(schedule, await fileOf(anna, written.bytes))).body.version_id as number;
  await write(anna, { [secret['secret_text']]: `${TEXT} anew` });
  await anna.call(api.indicatorValues.calculateAll, { params: { id: version } });
  const hide = (one: object) => ({ role_id: BUILT_IN_ROLE_ID.planner, level: 'none' as const, attribute_id: null, ...one });
  const access = [
    hide({ attribute_id: nodeAttribute, name: 'Of the node' }),
    hide({ attribute_id: costAttribute, name: 'Cost' }),
    ...Object.keys(secret).flatMap((name) => (name.startsWith('secret_') ? [hide({ name })] : [])),
  ];
  await anna.ok(api.attributeAccess.save, { params: { id: schedule }, body: { access: access as never } });
}

/** Money in every table that tells any. */
async function spend(): Promise<void> {
  const rates = JSON.stringify([{ from: null, limit: null, prices: [COSTS.rate] }]);
  const norm = { unit: 'h', labourHours: 0, machineHours: 0, outputPerDay: null, price: COSTS.norm };
  const taken = JSON.stringify({ norm, part: null, quantity: 1, coefficients: [] });
  await world.sql(
    `insert into resource (space_id, version_id, id, code, name, kind, unit, price_per_unit, rates)
     values ($1, $2, 9001, 'R', 'Crane', 'equipment', 'h', $3, $4)`,
    [anna.spaceId, version, COSTS.price, rates],
  );
  await world.sql(
    `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
       planned_cost, actual_cost, remaining_cost, lag_minutes, driving) values ($1, $2, 9002, $3, 9001, 8, 4, 4, $4, $5, 5, 0, false)`,
    [anna.spaceId, version, rows[0], COSTS.planned, COSTS.actual],
  );
  await world.sql(
    `insert into directory_value (space_id, version_id, id, item_id, directory_id, row_id, code, name, unit, volume_unit, crew, rule,
       labour_hours, machine_hours, cost, norm) values ($1, $2, 9003, $3, 1, 1, 'N', 'Norm', 'h', 'h', 1, 'none', 0, 0, $4, $5)`,
    [anna.spaceId, version, rows[1], COSTS.norm, taken],
  );
  await world.sql('update wbs_item set cost = $3 where version_id = $1 and id = $2', [version, rows[1], COSTS.own]);
  await world.sql('update version set last_id = greatest(last_id, 9003) where id = $1', [version]);
  const days = { measure: 'cost' as const, mode: 'plan' as const, values: [{ day: '2026-03-02', value: COSTS.day }] };
  await anna.ok(api.dayValues.write, { params: { id: version, wbsId: rows[2] }, body: days });
}

/** What the planner's role has not here. */
const NOT_OF_VERA = new Set<string>(['cost.read', 'estimate.read', 'estimate.edit']);

/** Gives the planner's role some of the rights that it has not here. */
export async function rightsOfVera(...more: SpaceRight[]): Promise<void> {
  const rights = [...RIGHTS_OF_ROLE.planner.filter((right) => !NOT_OF_VERA.has(right)), ...more];
  await anna.ok(api.roles.update, { params: { id: BUILT_IN_ROLE_ID.planner }, body: { rights } });
}

/** The bytes of an answer, as they come. */
export const bytesOf = (person: Person, endpoint: Endpoint, call: Call<Endpoint>, headers: Record<string, string> = {}) =>
  answerBytes(person, endpoint, call, { 'x-space-id': String(anna.spaceId), ...headers });

/** The file of a job once it is written. */
export async function fileOf(person: Person, answer: Buffer): Promise<Buffer> {
  const { job_id } = JSON.parse(answer.toString()) as { job_id: number };
  let job = await person.ok(api.jobs.get, { params: { id: job_id } });
  while (job.status === 'waiting' || job.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 50));
    job = await person.ok(api.jobs.get, { params: { id: job_id } });
  }
  expect(job, JSON.stringify(job.error)).toMatchObject({ status: 'done' });
  const key = (job.result as { download_key: string }).download_key;
  return (await bytesOf(person, api.exports.download, { query: { key } })).bytes;
}

export const byColumn = (name: string, operator: string, value: unknown = null) => ({
  conditions: [{ column: attributeColumn(secret[name]), operator, value }],
});
const versions = () => ({ version_ids: [version, other, imported] });

/** The load of resources, in money too for who may see it: the others are refused that. */
const load = (person: Person) =>
  (person === vera ? ['units'] : ['units', 'cost']).flatMap((measure) => [
    { query: { measure } },
    { query: { measure, filter_indicator: indicator } },
  ]);
const worksOf = (person: Person) =>
  load(person).map(({ query }) => ({ query: { ...query, key: 'cR', from: '2020-01-01', to: '2035-01-01' } }));

/** The day grid, of costs too for who may see them. */
const grid = (person: Person) =>
  (person === vera ? ['volume'] : ['volume', 'cost']).map((measure) => ({ query: { measure, from: '2026-03-01', to: '2026-03-31' } }));

const march = () => [{ query: { from: '2026-03-01', to: '2026-03-31' } }];

/** What calls are asked beside their path, where the path does not say enough; more than once where that asks more. */
const ASKED: Record<string, (person: Person) => Omit<Call<Endpoint>, 'params'>[]> = {
  ...askedOfRow(() => ({ version, item: rows[0] })),
  'edits.since': () => [{ query: { since: 0 } }, { query: { since: 1 } }],
  'lastPlanner.readPlan': () => [{ query: { week: '2026-01-05' } }],
  'compare.compare': () => [{ body: versions() }, { body: { ...versions(), search: 'secret' } }],
  'compare.exportComparison': () => ['csv', 'xlsx'].map((format) => ({ body: { ...versions(), format } })),
  'compare.rows': () => [{ body: { ...versions(), all: true } }],
  'compare.values': () => [{ body: { ...versions(), measure: 'cost' } }],
  'compare.exportValues': () => [{ body: { ...versions(), measure: 'volume', format: 'csv' } }],
  'wbs.list': () => [
    {},
    { query: { sort: attributeColumn(secret['open']) } },
    { query: { sort: attributeColumn(secret['secret_number']) } },
    { query: { filter_indicator: indicator } },
  ],
  'wbs.filter': () => [
    { body: byColumn('secret_text', 'like', 'CANARY') },
    { body: byColumn('secret_number', 'gt', 5) },
    { body: { conditions: [] } },
  ],
  'wbs.byIds': () => [{ body: { ids: rows } }],
  'wbs.setChecked': () => [{ body: { ids: rows, checked: true } }],
  'wbs.setExpanded': () => [{ body: { ids: rows, expanded: true } }],
  'gwbs.filter': () => [{ body: byColumn('secret_text', 'exists') }],
  'attributes.search': () => [{ query: { search: '' } }, { query: { search: 'CANARY' } }],
  'attributeCalculate.names': () => [{ query: { version_id: version } }, { query: { node_id: schedule } }],
  'attributeCalculate.validate': () =>
    ['secret_text & "!"', 'secret_number', 'told', 'of_node', 'open'].map((formula) => ({
      body: { formula, version_id: version, row_id: rows[0] },
    })),
  ...figuresAsked((person) => person === vera),
  'cyclogram.color': () => [{ body: { colours: [{ value: 'Dig', tint: 1 }] } }],
  'models.attributesByText': () => [{ query: { text: 'CANARY' } }],
  'models.attributesByIds': () => [{ body: { elements: [{ model_id: 1, ids: [1] }] } }],
  'costLinks.list': () => [{ query: { estimate_id: costing.estimate } }],
  'costLinks.lost': () => [{ query: { estimate_id: costing.estimate } }],
  'costLinks.suggest': () => [{ query: { estimate_id: costing.estimate, row_id: 2 } }],
  'estimates.setChecked': () => [{ body: { ids: [2], value: true } }],
  'estimates.setExpanded': () => [{ body: { ids: [2], value: true } }],
  'costLinks.link': () => [{ body: { version_id: version, dry_run: true } }],
  'acts.executed': march,
  'complianceRules.list': () => [{ query: { eps_id: schedule } }],
  'complianceRules.apply': () => [{ body: { dry_run: true } }],
  'dayValues.sums': () => [{ query: { ids: '1', from: '2026-03-01', to: '2026-03-31', measure: 'volume' } }],
  ...Object.fromEntries(['dayValues.grid', 'dayValues.gridOfRow'].map((id) => [id, grid])),
  'timesheets.list': march,
  'timesheets.listOfRow': march,
  'timesheets.users': march,
  'timesheets.own': march,
  'dayEntries.work': march,
  'resources.load': load,
  'resources.loadOfNode': load,
  'resources.loadOfSpace': load,
  'resources.works': worksOf,
  'resources.worksOfNode': worksOf,
  'resources.worksOfSpace': worksOf,
  'print.createFormat': () => [{ body: { name: 'Sheet', format: DEFAULT_PRINT_FORMAT } }],
  'print.createSettings': () => [{ body: { settings: DEFAULT_PRINT_SETTINGS, format: DEFAULT_PRINT_FORMAT } }],
  'print.updateSettings': () => [{ body: { id: 1 } }],
  'batch.export': () => [{ body: { schedule_ids: [], version_ids: [version], format: 'json' } }],
};
const NOWHERE = 777_777;

/** The formats that a path lets choose. */
const formatsOf = ({ params }: Endpoint): string[] => (params as { shape?: { x?: { options?: string[] } } }).shape?.x?.options ?? [];

const readable = endpoints().filter(
  ({ endpoint }) =>
    isSpaceRight(endpoint.right) && endpoint.response !== 'socket' && (!endpoint.changesData || endpoint.right.endsWith('.read')),
);

/** Every way to fill the path of an endpoint with the version and what stands around it; `known` where each part is there. */
function pathsOf(feature: string, endpoint: Endpoint): { params: Record<string, unknown>; known: boolean }[] {
  const places: Record<string, number[]> = {
    versions: [version, other, imported],
    schedules: [schedule],
    'by-schedule-id': [schedule],
    eps: [schedule, project, facility],
    resource: [schedule],
    projects: [project],
    'cost-estimates': [costing.estimate],
    'work-acts': [costing.act],
    executed: [schedule],
    pdc: [costing.pdc],
    sets: [costing.set],
    project: [project],
    facilities: [facility],
    // The walk of one person leaves the board to the next.
    scoreboard: [endpoint.changesData ? NOWHERE : board],
    space: [anna.spaceId],
  };
  const parts: Record<string, unknown[]> = {
    wbsId: [feature === 'gwbs' ? `${version}-${rows[0]}` : rows[0]],
    roleId: [BUILT_IN_ROLE_ID.planner],
    indicatorId: [indicator],
    estimateRowId: [2],
    attributeId: feature === 'cyclogram' ? [secret['open'], secret['secret_text']] : [],
    x: formatsOf(endpoint),
    versionId: feature === 'complianceRules' ? [version] : [],
  };
  let ways: { params: Record<string, unknown>; known: boolean }[] = [{ params: {}, known: true }];
  const segments = endpoint.path.split('/');
  const place = placeOf(endpoint);
  for (const [index, segment] of segments.entries()) {
    const param = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (!param) continue;
    const named = 'param' in place && place.param === param ? places[place.kind === 'version' ? 'versions' : 'eps'] : undefined;
    const values = parts[param] ?? (param === 'id' || param === 'epsId' ? (places[segments[index - 1]] ?? named) : undefined);
    ways = ways.flatMap(({ params, known }) =>
      (values?.length ? values : [1]).map((value) => ({ params: { ...params, [param]: value }, known: known && Boolean(values?.length) })),
    );
  }
  return ways;
}

/** Asks every readable call of the contract, or some of them; tells what holds a canary, and what was not really asked. */
export async function askAll(person: Person, isAsked: (id: string) => boolean = () => true) {
  const found: string[] = [];
  const uncovered: string[] = [];
  for (const { feature, name, endpoint } of readable) {
    const id = `${feature}.${name}`;
    if (!isAsked(id)) continue;
    for (const { params, known } of pathsOf(feature, endpoint))
      for (const asked of ASKED[id]?.(person) ?? [{}]) {
        const call = { params, ...asked, ...(endpoint.method === 'GET' || asked.body !== undefined ? {} : { body: {} }) };
        const { status, bytes } = await bytesOf(person, endpoint, call);
        const namesPlace = /\{(id|epsId)\}/.test(endpoint.path) && known;
        const mayNot =
          status === 403 &&
          (!RIGHTS_OF_ROLE.planner.includes(endpoint.right as never) || (person === vera && NOT_OF_VERA.has(endpoint.right)));
        if (status >= 400 && (namesPlace || id in ASKED) && !mayNot && !NOTHING[id]?.includes(status))
          uncovered.push(`${id} ${JSON.stringify(asked)}: ${status} ${bytes.toString().slice(0, 200)}`);
        found.push(...canariesIn(bytes, CANARIES).map((what) => `${id} ${JSON.stringify(params)} ${JSON.stringify(asked)}: ${what}`));
        if (status < 400 && /\.export$|exports\.version/.test(id) && endpoint.response === 'json')
          found.push(...canariesIn(await fileOf(person, bytes), CANARIES).map((what) => `file of ${id} ${String(params['x'])}: ${what}`));
      }
  }
  return { found, uncovered };
}

/** Asks every call that only reads as many times at once; answers those of which one failed or was refused for a moment. */
export async function askTogether(person: Person, times: number): Promise<string[]> {
  const failed: string[] = [];
  for (const { feature, name, endpoint } of readable.filter((one) => one.endpoint.method === 'GET')) {
    const id = `${feature}.${name}`;
    const [{ params }] = pathsOf(feature, endpoint);
    const call = { params, ...(ASKED[id]?.(person) ?? [{}])[0] };
    const answers = await Promise.all(Array.from({ length: times }, () => bytesOf(person, endpoint, call)));
    const bad = answers.filter(({ status }) => status >= 500);
    if (bad.length) failed.push(`${id}: ${bad.length} × ${bad[0].status} ${bad[0].bytes.toString().slice(0, 200)}`);
  }
  return failed;
}

export const snapshotOf = (person: Person, encoding: string, headers: Record<string, string> = {}) =>
  bytesOf(person, api.wbs.list, { params: { id: version } }, { accept: COLUMNS_TYPE, 'accept-encoding': encoding, ...headers });
