import { api, endpoints, isSpaceRight, STREAMED } from '@gantry/contract';
import { RIGHTS_OF_ROLE } from '@gantry/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  FORGED,
  formWith as form,
  guard,
  guardedState,
  jsonOf,
  KEPT,
  makeScene,
  type Scene,
} from '../../../testing/samples/guarded-values.ts';
import { ended } from '../../../testing/jobs.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

/** Every call that can write values of attributes, made by a planner who may not write these: nothing of them may change. */
let world: World;
let anna: Person;
let vera: Person;

beforeAll(async () => {
  world = await createWorld();
  [anna, vera] = [await world.person('anna'), await world.person('vera')];
  await anna.space();
  await world.join(vera, anna, 'planner');
});
afterAll(() => world.close());

type Attack = {
  /** What somebody did while they still might. */
  before?: (who: Person, scene: Scene) => Promise<unknown>;
  guardedAt?: 'group' | 'facility';
  run: (who: Person, scene: Scene) => Promise<unknown>;
};

const at = (scene: Scene) => ({ id: scene.version });
const forge = (who: Person, { id, row }: { id: number; row: number }, attribute = 1) =>
  who.call(api.wbs.update, { params: { id, wbsId: row }, body: { attributes: { [attribute]: FORGED } } });
const write = (who: Person, scene: Scene, attribute = scene.ids.Rate) => forge(who, { id: scene.version, row: scene.row }, attribute);
const newVersion = async (who: Person, { schedule }: Scene) => {
  const id = await who.version(schedule);
  return { id, row: await who.item(id, { name: 'New' }) };
};
const fileOf = ({ open }: Scene) => jsonOf(anna, open.version);

/** Gives the guarded attribute a formula, and waits until versions have it. */
async function calculate(who: Person, { budget }: Scene): Promise<void> {
  const { body } = await who.call(api.calculatedAttributeSettings.create, toFormula(budget));
  if (body.job_id) await ended(who, body.job_id);
}

const WRITERS: Record<string, Attack[]> = {
  'wbs.update': (['budget', 'zone', 'Rate', 'Secret'] as const).map((name) => ({
    run: (who, scene) => write(who, scene, scene.ids[name]),
  })),
  'wbs.updateMany': [false, true].map((skip_refused) => ({
    run: (who, scene) => {
      const items = [{ id: scene.row, attributes: { [scene.ids.budget]: FORGED } }];
      return who.call(api.wbs.updateMany, { params: at(scene), body: { items, skip_refused } });
    },
  })),
  'replacements.apply': [
    {
      run: async (who, scene) => {
        const what = { kind: 'attribute' as const, attribute: 'Rate', from: KEPT, to: FORGED };
        const rows = { items: [{ id: scene.row, code: 'DIG' }] };
        const body = { name: `Rule of ${who.login}`, rows, what, remaining_only: false };
        const { body: kept } = await who.call(api.replacements.create, { params: { id: scene.schedule }, body });
        await who.call(api.replacements.apply, { params: { ...at(scene), replacementId: kept.replacement.id } });
      },
    },
  ],
  'wbs.copy': [
    {
      run: (who, scene) => {
        const body = { ids: [scene.open.row], parent_id: null, after_id: null, from_version_id: scene.open.version };
        return who.call(api.wbs.copy, { params: at(scene), body });
      },
    },
  ],
  'attributeValues.create': [
    {
      run: async (who, scene) => {
        const { id, row } = await newVersion(who, scene);
        const body = { name: 'Rate', type: 'number' as const, default_value: FORGED };
        const made = (await who.call(api.attributeValues.create, { params: { id }, body })).body.id;
        await forge(who, { id, row }, made);
      },
    },
  ],
  'attributeValues.take': [
    {
      run: async (who, scene) => {
        const { id, row } = await newVersion(who, scene);
        const taken = await who.call(api.attributeValues.take, { params: { id }, body: { source_ids: [scene.budget] } });
        await forge(who, { id, row }, taken.body.ids?.[0]);
      },
    },
    {
      // Another attribute of the hierarchy under the name of one that versions have of their own.
      run: async (who, scene) => {
        const { id, row } = await newVersion(who, scene);
        const body = { name: 'Rate', key: `rate_${id}`, type: 'number' as const, owners: ['wbs' as const] };
        const source = (await who.call(api.attributes.create, { params: { id: scene.project }, body })).body.id;
        const taken = await who.call(api.attributeValues.take, { params: { id }, body: { source_ids: [source] } });
        await forge(who, { id, row }, taken.body.ids?.[0]);
      },
    },
  ],
  'attributeValues.update': [
    {
      run: (who, scene) =>
        who.call(api.attributeValues.update, {
          params: { ...at(scene), attributeId: scene.ids.Rate },
          body: { name: 'Rate', default_value: FORGED },
        }),
    },
    {
      // Values under a free name, which then becomes a guarded one.
      run: async (who, scene) => {
        const { id, row } = await newVersion(who, scene);
        const made = (await who.call(api.attributeValues.create, { params: { id }, body: { name: 'Mine', type: 'number' } })).body.id;
        await forge(who, { id, row }, made);
        await who.call(api.attributeValues.update, { params: { id, attributeId: made }, body: { name: 'rate' } });
      },
    },
  ],
  'attributeValues.remove': [
    { run: (who, scene) => who.call(api.attributeValues.remove, { params: { ...at(scene), attributeId: scene.ids.Rate } }) },
  ],
  'edits.undo': [{ before: write, run: (who, scene) => who.call(api.edits.undo, { params: at(scene), body: {} }) }],
  'edits.redo': [
    {
      before: async (who, scene) => {
        await write(who, scene);
        await who.call(api.edits.undo, { params: at(scene), body: {} });
      },
      run: (who, scene) => who.call(api.edits.redo, { params: at(scene), body: {} }),
    },
  ],
  'attributes.saveValues': [{ run: (who, scene) => who.call(api.attributes.saveValues, toNode(scene)) }],
  'attributes.savePassport': [{ run: (who, scene) => who.call(api.attributes.savePassport, toNode(scene)) }],
  'attributes.update': [
    { run: (who, { budget }) => who.call(api.attributes.update, { params: { id: budget }, body: { default_value: FORGED } }) },
  ],
  'catalogChanges.look': [
    {
      run: async (who, { budget }) => {
        const body = { source: 'attribute' as const, source_id: budget, change: { default_value: FORGED } };
        const { id, job_id } = (await who.call(api.catalogChanges.look, { body })).body;
        if (!job_id) return;
        await ended(who, job_id);
        await ended(who, (await who.ok(api.catalogChanges.save, { params: { id } })).job_id);
      },
    },
  ],
  'attributes.updateAt': [
    {
      run: (who, { project, zone }) =>
        who.call(api.attributes.updateAt, { params: { id: project, attributeId: zone }, body: { default_value: FORGED } }),
    },
  ],
  'attributes.removeChecked': [{ run: (who, { budget }) => who.call(api.attributes.removeChecked, { body: { ids: [budget] } }) }],
  'attributes.removeAt': [
    { run: (who, { project, zone }) => who.call(api.attributes.removeAt, { params: { id: project, attributeId: zone } }) },
  ],
  'calculatedAttributeSettings.create': [{ run: (who, { budget }) => who.call(api.calculatedAttributeSettings.create, toFormula(budget)) }],
  'calculatedAttributeSettings.update': [
    {
      before: calculate,
      run: (who, { budget }) => who.call(api.calculatedAttributeSettings.update, { params: { id: budget }, body: { formula: '7' } }),
    },
  ],
  'calculatedAttributeSettings.remove': [
    {
      before: calculate,
      run: (who, { budget }) => who.call(api.calculatedAttributeSettings.remove, { params: { id: budget } }),
    },
  ],
  'schedules.moveSchedule': [
    {
      guardedAt: 'group',
      run: async (who, scene) => {
        await who.ok(api.schedules.moveSchedule, { body: { schedule_id: scene.schedule, group_id: null } });
        await write(who, scene);
      },
    },
  ],
  'schedules.removeGroup': [
    {
      guardedAt: 'group',
      run: async (who, scene) => {
        await who.call(api.schedules.removeGroup, { params: { id: scene.group } });
        await write(who, scene, scene.ids.budget);
      },
    },
  ],
  'versions.copyTo': [
    { run: (who, { open, schedule }) => who.call(api.versions.copyTo, { params: { id: open.version, scheduleId: schedule }, body: {} }) },
  ],
  'imports.upload': [
    {
      run: async (who, scene) => {
        const { job_id } = await who.ok(api.imports.upload, { params: { id: scene.schedule } }, form(await fileOf(scene), 'plan.json'));
        expect(await ended(who, job_id)).toMatchObject({ status: 'done' });
      },
    },
  ],
  'imports.addPart': [
    {
      run: async (who, scene) => {
        const bytes = Buffer.from(await (await fileOf(scene)).arrayBuffer());
        const body = { name: 'plan.json', bytes: bytes.length, fields: {} };
        const { key } = await who.ok(api.imports.openUpload, { params: { id: scene.schedule }, body });
        const headers = { 'tus-resumable': '1.0.0', 'content-type': STREAMED, 'upload-offset': '0' };
        await who.call(api.imports.addPart, { params: { key } }, { raw: new Uint8Array(bytes), headers });
        const { job_id: job } = await who.ok(api.imports.readUpload, { params: { key } });
        expect(await ended(who, job as number)).toMatchObject({ status: 'done' });
      },
    },
  ],
  'imports.uploadNow': [
    {
      run: async (who, scene) =>
        who.ok(api.imports.uploadNow, { params: { id: scene.schedule } }, form(await fileOf(scene), 'plan.json', { version_name: 'New' })),
    },
  ],
  'imports.accept': [
    {
      run: async (who, scene) => {
        const fields = {
          download_scenario: 'into_version',
          version_id: String(scene.version),
          add: 'true',
          update: 'true',
          delete: 'true',
        };
        const call = form(await fileOf(scene), 'plan.json', fields);
        const { proposal_id } = await who.ok(api.imports.uploadNow, { params: { id: scene.schedule } }, call);
        const { parts } = await who.ok(api.imports.proposal, { params: { id: proposal_id as number } });
        const body = { parts: parts.map(({ part }) => part) };
        await who.call(api.imports.accept, { params: { id: proposal_id as number }, body });
      },
    },
  ],
  'batch.import': [
    {
      guardedAt: 'facility',
      run: async (who, scene) => {
        const { job_id } = await who.ok(api.batch.import, {}, form(await fileOf(scene), 'p.json', { project_id: String(scene.project) }));
        expect(await ended(who, job_id)).toMatchObject({ status: 'done' });
      },
    },
  ],
  'projectFiles.import': [
    {
      guardedAt: 'facility',
      run: async (who, scene) => {
        const call = form(await fileOf(scene), 'p.json', { facility_id: String(scene.facility) });
        const { job_id } = await who.ok(api.projectFiles.import, {}, call);
        expect(await ended(who, job_id)).toMatchObject({ status: 'done' });
      },
    },
  ],
};

function toNode({ schedule, budget }: Scene) {
  return { params: { id: schedule }, body: { values: [{ attribute_id: budget, value: FORGED }] } };
}
function toFormula(attribute_id: number) {
  return { body: { attribute_id, formula: '665 + 1' } };
}

/** Calls that change something else, by feature or one by one, with the reason. */
const BESIDE: Record<string, string> = {
  'eps facilities projects': 'nodes themselves: what is deleted takes its values along',
  'schedules.remove schedules.createGroup schedules.updateGroup schedules.moveGroup': 'as nodes; a group moves among its siblings',
  'wbs.create attributes.createInSpace attributes.create attributeFiles attributeValues.storeFile': 'nothing holds a value of it yet',
  'calendars indicators specialties parametricLists measures coefficients': 'catalogs without values of attributes',
  'directories directoryRelations directoryRelationFiles directoryFiles': 'directories have columns of their own, which rules do not name',
  'versionDirectories versionCalendars catalogChanges': 'one edit() each, which the writer of versions asks as it asks wbs.update',
  'versions.create versions.rename versions.remove versions.setActual versions.setLocked versions.setTarget': 'the version itself',
  'versions.updateTargetDates versions.updateEstimatedData versions.acceptCuratorDates versions.calculateRemains versions.updateCosts':
    'built-in columns',
  'wbs.removeChecked wbs.remove wbs.removeMany wbs.dissolve': 'values go with their row',
  'wbs.indent wbs.outdent wbs.up wbs.down wbs.move wbs.moveMany wbs.setConstraints gwbs dayValues dayEntries resources timetable relations links':
    'built-in columns, the tree and what stands between rows',
  'analytics indicatorValues batch.calculate': 'results, which are shown by the right on what they read',
  'imports.discard importSettings': 'settings of imports',
  'imports.openUpload imports.endUpload': 'an upload under way; its last part writes',
  'resourceSettings.save analyticsSettings distributions': 'settings of nodes',
  'replacements.create replacements.update replacements.remove': 'rules of schedules',
  'storage comments checklists chat actionItems timesheets lastPlanner': 'what stands beside the plan',
  kanban: 'boards beside the plan; a card that enters a column is one edit(), which asks as wbs.update does',
  'risk.start': 'a simulation, which is kept beside the version',
  'cyclogram.change':
    'durations, lags and relations; the second part of a split work takes no value that its author may not write, values of drawn works are asked as those of wbs.update',
  'health.fix': 'relations, limits, calendars and durations',
  pipes: 'pairs of schedules, which name attributes and hold no values',
  models: 'models of projects: files and what they say of their elements',
  modelLinks: 'pairs of works and elements, beside the plan',
  modelVolumes: 'built-in columns',
  modelProfiles: 'how elements look, beside the plan',
  primitiveModels: 'models of projects',
  estimateQuantities: 'rows of estimates beside the plan',
  estimates: 'estimates of projects: rows and sums beside the plan',
  acts: 'acts of executed works beside the plan',
  pdc: 'protocols of contract prices beside the plan',
  complianceRules: 'rules that link rows of estimates with works; what they read of attributes is what the caller sees',
  'costLinks.readIndices imports.tryRule': 'a file that is read and not kept',
  'costLinks.saveSettings': 'settings of a schedule',
  'costLinks.takeOver': 'links of works with rows of estimates',
  search: 'the index of what is there',
  'ai.reject': 'what became of a proposal, beside the plan',
  'ai.apply': 'rows below a work, without values of attributes',
  'reportForms reportSubscriptions narratives.saveNote print.addLogo print.removeLogo':
    'forms, letters, reasons and pictures beside the plan',
};

describe('an attribute that somebody may not write', () => {
  const attacks = Object.entries(WRITERS).flatMap(([call, list]) => list.map((attack, index) => ({ call, index, attack })));

  test.each(attacks)('is changed by no call: $call ($index)', { timeout: 60_000 }, async ({ attack }) => {
    const scene = await makeScene(anna);
    for (const who of [vera, anna]) await attack.before?.(who, scene);
    await guard(world, anna, scene, attack.guardedAt);
    const changes = async (who: Person): Promise<boolean> => {
      const before = await guardedState(world, scene);
      await attack.run(who, scene);
      return JSON.stringify(await guardedState(world, scene)) !== JSON.stringify(before);
    };
    expect(await changes(vera)).toBe(false);
    // Done by somebody who may, the same call does change it.
    expect(await changes(anna)).toBe(true);
  });

  test('and every call that a planner may change something by is among them, or said to be beside it', () => {
    const beside = new Set(Object.keys(BESIDE).flatMap((names) => names.split(' ')));
    const may = endpoints().filter(
      ({ endpoint: { right, changesData } }) =>
        isSpaceRight(right) && changesData && !right.endsWith('.read') && RIGHTS_OF_ROLE.planner.includes(right),
    );
    const stated = ({ feature, name }: { feature: string; name: string }) =>
      `${feature}.${name}` in WRITERS || beside.has(feature) || beside.has(`${feature}.${name}`);
    expect(may.filter((one) => !stated(one)).map(({ feature, name }) => `${feature}.${name}`)).toEqual([]);
  });
});
