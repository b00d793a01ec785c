import { api } from '@gantry/contract';
import { writePrimitives } from '@gantry/interchange';
import { setTimeout } from 'node:timers/promises';
import type { Person } from '../world.ts';

/** Uploads a model of two walls (4 by 1 by 3 metres, or of another height) and a crane, or the next version of it; answers the model. */
export async function uploadHouse(anna: Person, project: number, { height = 3, into }: { height?: number; into?: number } = {}) {
  const shape = { kind: 'box' as const, width: 4, depth: 1 };
  const body = { category: 'IFCWALL' as const, x: 0, y: 0, z: 0, rotation: 0, height, layer: '', shape, storey: 0 };
  const file = writePrimitives({
    name: 'House',
    storeys: [{ name: 'Ground', elevation: 0 }],
    items: [
      { ...body, key: 'w1', name: 'Wall', code: 'W' },
      { ...body, key: 'w2', name: 'Wall', code: 'W' },
      { ...body, key: 'c1', name: 'Crane', code: 'C' },
    ],
  });
  const form = new FormData();
  if (into !== undefined) form.set('model_id', String(into));
  form.set('file', new Blob([file]), 'house.ifc');
  const { job_id, model_id } = await anna.ok(api.models.upload, { params: { id: project } }, { raw: form });
  // On a busy machine a conversion takes longer than a poll waits; the time of the test bounds this.
  let job = await anna.ok(api.jobs.get, { params: { id: job_id } });
  for (; job.finished_at === null; job = await anna.ok(api.jobs.get, { params: { id: job_id } })) await setTimeout(100);
  if (job.status !== 'done') throw new Error(`the conversion ended as ${job.status}`);
  return model_id;
}

/** Uploads a house, and links it with the works whose codes are W and C; answers the set of links. */
export async function linkHouse(anna: Person, project: number, version: number): Promise<number> {
  await uploadHouse(anna, project);
  const join = { element: { set: '', name: 'class' }, item: { set: '', name: 'code' }, by: 'equal' as const, map: [] };
  const rules = [{ name: 'By class', active: true, elements: [], items: [], joins: [join], share: 1, again: false }];
  const link = (await anna.ok(api.modelLinks.create, { params: { id: project }, body: { name: 'All', rules } })).id;
  await anna.ok(api.modelLinks.createRelations, { params: { id: version, linkId: link }, body: {} });
  return link;
}
