import { api, type LinkReport, type Model, type ModelVersion } from '@gantry/contract';
import { signedInWith } from './examples.ts';
import { answer } from './fake-server.ts';

export const VERSION: ModelVersion = {
  id: 11,
  number: 2,
  file_name: 'house.ifc',
  status: 'ready',
  job_id: 1,
  failure: null,
  findings: [{ severity: 'warning', code: 'ifc.duplicate_guids', count: 3 }],
  schema: 'IFC4',
  program: 'Revit',
  elements: 3,
  source_bytes: 1_500_000,
  geometry_bytes: 1000,
  outdated: false,
  created_at: '2026-03-02T09:00:00.000Z',
  created_by: 'Ada',
};
export const HOUSE: Model = { id: 1, name: 'House', current: VERSION, latest: null };
export const BROKEN: Model = {
  id: 2,
  name: 'Pipes',
  current: null,
  latest: { ...VERSION, id: 12, status: 'failed', failure: { code: 'model.truncated', parameters: {} }, findings: [] },
};
export const RULE = {
  name: 'By class',
  active: true,
  elements: [],
  items: [],
  joins: [{ element: { set: '', name: 'class' }, item: { set: '', name: 'code' }, by: 'equal' as const, map: [] }],
  share: 1,
  again: false,
};
export const LINK = { id: 5, name: 'Structure', model_ids: [], rules: [RULE], guid_field: null };
export const REPORT: LinkReport = {
  relations: 3,
  by_hand: 0,
  added: 3,
  kept: 0,
  removed: 0,
  lost: 0,
  rematched: 0,
  ambiguous: 0,
  elements: 3,
  linked_elements: 2,
  items: 2,
  linked_items: 2,
  rules: [{ name: 'By class', elements: 3, items: 2, relations: 3, taken: 0, without_item: 1 }],
  unlinked_elements: [{ model_id: 1, id: 3, guid: 'g3', name: 'Railing', category: 'IFCRAILING' }],
  unlinked_items: [],
  change: null,
};
/** 2026-03-02 at 9:00 and a day later, in minutes since 1990. */
export const [MONDAY, TUESDAY] = [19_021_500, 19_022_940];

export const NO_PLAY = {
  revision: 1,
  profiles: [],
  data_date: null,
  works: [],
  elements: { model_id: [], entity: [], repeated: [] },
  offsets: [0],
  indexes: [],
};

/** A project with a model, another that is broken, a plan and a link. */
export function answerModels(): void {
  signedInWith(['plan.read', 'bim.edit', 'structure.read']);
  const node = { position: 1, created_at: '', updated_at: '' };
  answer(api.eps.tree, {
    nodes: [
      { ...node, id: 9, parent_id: null, kind: 'project', name: 'Yard' },
      { ...node, id: 10, parent_id: 9, kind: 'schedule', name: 'Works' },
    ],
    versions: [
      {
        id: 30,
        schedule_id: 10,
        name: 'Plan',
        kind: 'actual',
        locked: false,
        revision: 1,
        calculation_status: 1,
        validity: 1,
        left_out: [],
        data_date: null,
        item_count: 2,
        created_at: '',
        updated_at: '',
      },
    ],
  });
  answer(api.preferences.readState, { state: { open: true, width: 360 } });
  answer(api.models.list, { models: [HOUSE, BROKEN], max_bytes: 1000 });
  answer(api.modelLinks.createRelations, { ...REPORT, added: 0, kept: 3 });
  answer(api.modelLinks.proposal, { proposal: null });
  answer(api.models.attributesAll, { attributes: [] });
  answer(api.models.tree, {
    version_id: 11,
    places: [
      { number: 1, parent: null, category: 'IFCBUILDING', name: 'House', elevation: null, elements: 0 },
      { number: 2, parent: 1, category: 'IFCBUILDINGSTOREY', name: 'Upper', elevation: 3, elements: 1 },
      { number: 3, parent: 1, category: 'IFCBUILDINGSTOREY', name: 'Ground', elevation: 0, elements: 2 },
    ],
    categories: ['IFCSLAB', 'IFCWALL'],
    layers: ['A-WALL'],
    elements: {
      id: [1, 2, 3],
      entity: [70, 80, 90],
      name: ['Wall', 'Slab', 'Wall 2'],
      category: [1, 0, 1],
      place: [3, 3, 2],
      layer: [0, -1, 0],
    },
  });
  answer(api.primitiveModels.list, { models: [] });
  answer(api.modelLinks.list, { links: [LINK] });
  answer(api.modelLinks.fields, { fields: [{ set: '', name: 'code' }] });
}
