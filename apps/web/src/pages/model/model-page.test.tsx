import { api } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answer, asked, receivedBy } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { answerModels, MONDAY, NO_PLAY, REPORT, RULE } from '../../testing/model-examples.ts';
import { ModelPage } from './model-page.tsx';

beforeEach(answerModels);

it('lists models with what is wrong with their files, and works where the browser shows no three dimensions', async () => {
  await show(<ModelPage />, { path: '/1/model/9' });
  expect(await screen.findByText('Elements whose GUID another element has too: 3')).toBeDefined();
  expect(screen.getByText(/Not converted: The file ends before its end mark/)).toBeDefined();
  expect(screen.getByText(/Version 2 · Elements: 3 · IFC4 · 1\.4 MB/)).toBeDefined();
  expect(await screen.findByText(/This browser shows no three dimensions/)).toBeDefined();
});

it('opens the tree by storeys from the lowest up, and shows what elements have in common', async () => {
  const { user } = await show(<ModelPage />, { path: '/1/model/9' });
  await user.click(await screen.findByRole('tab', { name: 'Tree' }));
  const tree = await screen.findByRole('tree', { name: 'Tree' });
  answer(api.models.attributesByIds, {
    elements: 2,
    volume: 36,
    area: 0,
    length: 0,
    attributes: [{ set: 'Pset', name: 'Fire', value: null, differs: true }],
  });
  tree.focus();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(await screen.findByText('2 elements chosen')).toBeDefined();
  expect(asked(api.models.attributesByIds).at(-1)?.body).toEqual({ elements: [{ model_id: 1, ids: [1, 2] }] });
  expect(screen.getByText('36.000 m³')).toBeDefined();
  expect(screen.getByText('different')).toBeDefined();
});

it('uploads a file as the next version of a model', async () => {
  answer(api.models.upload, { job_id: 3, model_id: 1, version_id: 13 });
  const { user } = await show(<ModelPage />, { path: '/1/model/9' });
  await user.click(await screen.findByRole('button', { name: 'What to do with House' }));
  await user.click(await screen.findByRole('menuitem', { name: 'New version' }));
  const dialog = await screen.findByRole('dialog', { name: 'New version: House' });
  const input = dialog.querySelector('input[type=file]') as HTMLInputElement;
  await user.upload(input, new File(['ISO-10303-21;'], 'house-b.ifc'));
  await user.click(within(dialog).getByRole('button', { name: 'Upload a model' }));
  const [sent] = receivedBy(api.models.upload);
  const file = sent.form?.get('file');
  expect([sent.form?.get('model_id'), file instanceof File && file.name]).toEqual(['1', 'house-b.ifc']);
});

it('tries rules before it runs them, and names what is linked with nothing', async () => {
  answer(api.modelLinks.createRelations, REPORT);
  answer(api.modelLinks.player, NO_PLAY);
  answer(api.modelLinks.update, {});
  const { user } = await show(<ModelPage />, { path: '/1/model/9?link=5' });
  expect(await screen.findByText(/Nothing of this plan is linked yet/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Links' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rules…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Links' });
  await user.click(within(dialog).getByRole('button', { name: 'See what they do' }));
  expect(await within(dialog).findByText('Linked: 2 of 3 elements, 2 of 2 works')).toBeDefined();
  expect(within(dialog).getByText('Railing')).toBeDefined();
  expect(asked(api.modelLinks.createRelations).at(-1)?.body).toMatchObject({ dry_run: true, rules: [RULE] });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('dialog', { name: 'What has been linked' })).toBeDefined();
  expect(asked(api.modelLinks.createRelations).at(-1)?.body).toMatchObject({ dry_run: false, run_rules: true });
});

it('shows volumes of works by their elements with the sources, takes those that are chosen, and takes that back', async () => {
  const wall = { item_id: 7, code: 'A', name: 'Walls', quantity: 'volume' as const, unit: 'm³', before: 5, after: 24 };
  const slab = { ...wall, item_id: 8, code: 'B', name: 'Slabs', before: null, after: 3 };
  const found = {
    revision: 4,
    works: [
      { ...wall, from_file: 2, from_geometry: 1, without: 0 },
      { ...slab, from_file: 0, from_geometry: 3, without: 1 },
    ],
    same: 0,
    left_out: [{ item_id: 9, code: 'C', name: 'Crane', why: 'unit' as const }],
  };
  answer(api.modelVolumes.apply, found);
  answer(api.edits.undo, { revision: 5, diff: {}, name: 'model.volumes', count: 1 });
  answer(api.modelLinks.player, NO_PLAY);
  const { user } = await show(<ModelPage />, { path: '/1/model/9?link=5' });
  await user.click(await screen.findByRole('button', { name: 'Links' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Volumes from the models…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Volumes from the models' }));
  expect(await dialog.findByText('stated in the file: 2; measured on the geometry: 1')).toBeDefined();
  expect(dialog.getByText(/C Crane/).closest('li')?.textContent).toBe('C Crane: its unit measures something else');
  await user.click(dialog.getByRole('checkbox', { name: 'Take the volume of Slabs' }));
  await user.click(dialog.getByRole('button', { name: 'Take volumes of works: 1' }));
  await user.click(await dialog.findByRole('button', { name: 'Undo' }));
  expect(asked(api.modelVolumes.apply).map(({ body }) => body)).toContainEqual({ quantity: 'by_unit', item_ids: [7], dry_run: false });
  expect(asked(api.edits.undo).at(-1)?.body).toMatchObject({ revision: 4 });
});

it('links elements and works by hand, with a share, and takes it back', async () => {
  const none = { start: null, finish: null };
  const plain = { critical: false, profile: null };
  const plan = { start: MONDAY, finish: MONDAY + 480 };
  answer(api.modelLinks.player, {
    revision: 1,
    profiles: [],
    data_date: null,
    works: [{ id: 7, code: 'A', name: 'Walls', plan, fact: none, target: none, approved: none, ...plain }],
    elements: { model_id: [1], entity: [70], repeated: [false] },
    offsets: [0, 1],
    indexes: [0],
  });
  answer(api.modelLinks.wbs, {
    items: [
      { id: 7, code: 'A', name: 'Walls', elements: 1, volume: 3 },
      { id: 8, code: 'B', name: 'Slabs', elements: 0, volume: 0 },
    ],
  });
  answer(api.modelLinks.createRelations, { ...REPORT, added: 2, removed: 0, change: 44 });
  answer(api.models.attributesByIds, { elements: 2, volume: 0, area: 0, length: 0, attributes: [] });
  const { user } = await show(<ModelPage />, { path: '/1/model/9?link=5' });
  await user.click(await screen.findByRole('tab', { name: 'Tree' }));
  (await screen.findByRole('tree', { name: 'Tree' })).focus();
  await user.keyboard('{ArrowDown}{Enter}');
  await user.click(screen.getByRole('tab', { name: 'Works' }));
  const list = await screen.findByRole('listbox', { name: 'Works' });
  expect(screen.getByRole('button', { name: 'Their works: 1' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Link' })).toHaveProperty('disabled', true);
  list.focus();
  await user.keyboard('{ArrowDown} ');
  expect(screen.getByText('Chosen: elements 2, works 1')).toBeDefined();
  const share = screen.getByRole('textbox', { name: 'Share of the work, in percent' });
  await user.clear(share);
  await user.type(share, '40');
  list.focus();
  await user.keyboard('l');
  const hand = { act: 'link', item_ids: [8], elements: [{ model_id: 1, ids: [1, 2] }], share: 0.4 };
  expect(await screen.findByText('Linked 2, unlinked 0')).toBeDefined();
  expect(asked(api.modelLinks.createRelations).at(-1)?.body).toMatchObject({ run_rules: false, by_hand: hand });
  await user.keyboard('{Control>}z{/Control}');
  expect(asked(api.modelLinks.createRelations).at(-1)?.body).toMatchObject({ run_rules: false, undo: 44 });
});

it('keeps how elements look: a profile in its place, and what it shows otherwise than its kind', async () => {
  const profile = { id: 3, name: 'Cranes', kind: 'temporary' as const, position: 1, conditions: [] };
  answer(api.modelProfiles.list, { profiles: [profile] });
  answer(api.modelProfiles.states, { states: [{ id: 9, profile_id: 3, phase: 'late', visible: true, colour: '#ff0000', opacity: 1 }] });
  for (const act of ['update', 'removeState', 'updateState'] as const) answer(api.modelProfiles[act], {});
  answer(api.modelProfiles.createState, { id: 10 });
  const { user } = await show(<ModelPage />, { path: '/1/model/9' });
  await user.click(await screen.findByRole('button', { name: 'Links' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Appearance…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Appearance of elements' });
  expect(await within(dialog).findByDisplayValue('Cranes')).toBeDefined();
  await user.click(within(dialog).getByRole('switch', { name: 'After: Seen' }));
  await user.click(within(dialog).getByRole('button', { name: 'Late: As the kind has it' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Links' });
  expect(asked(api.modelProfiles.removeState)).toMatchObject([{ params: { id: 9, stateId: 9 } }]);
  expect(asked(api.modelProfiles.createState)).toMatchObject([
    { body: { profile_id: 3, phase: 'after', visible: true, colour: null, opacity: 1 } },
  ]);
});

it('draws a body on the plan of its storey', async () => {
  answer(api.primitiveModels.create, { id: 7, job_id: 8 });
  const { user } = await show(<ModelPage />, { path: '/1/model/9' });
  await user.click(await screen.findByRole('button', { name: 'Model of primitives' }));
  const dialog = await screen.findByRole('dialog', { name: 'Model of primitives' });
  const plan = within(dialog).getByRole('application', { name: 'The storey from above' });
  // 20 metres lie over 440 points.
  plan.getBoundingClientRect = () => new DOMRect(0, 0, 440, 200);
  await user.pointer([
    { keys: '[MouseLeft>]', target: plan, coords: { clientX: 220, clientY: 100 } },
    { target: plan, coords: { clientX: 264, clientY: 78 } },
    { keys: '[/MouseLeft]', target: plan, coords: { clientX: 264, clientY: 78 } },
  ]);
  expect(await within(dialog).findByLabelText('Body 1: Kind')).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const [sent] = asked(api.primitiveModels.create);
  expect(sent.body).toMatchObject({ items: [{ x: 1, y: 0.5, storey: 0, shape: { kind: 'box', width: 2, depth: 1 } }] });
});

it('makes a model of bodies, and says which of them has no size', async () => {
  answer(api.primitiveModels.create, { id: 7, job_id: 8 });
  const { user } = await show(<ModelPage />, { path: '/1/model/9' });
  await user.click(await screen.findByRole('button', { name: 'Model of primitives' }));
  const dialog = await screen.findByRole('dialog', { name: 'Model of primitives' });
  await user.click(within(dialog).getByRole('button', { name: 'Add' }));
  const kind = within(dialog).getByLabelText('Body 1: Kind');
  kind.focus();
  // Keys in a dialog are not keys of the page.
  await user.keyboard('l');
  await user.selectOptions(kind, 'prism');
  const size = within(dialog).getByLabelText('Body 1: Width, depth / radius / points');
  await user.clear(size);
  await user.type(size, '0 0; 4 0');
  expect(within(dialog).getByText(/“Body 1”: sizes are numbers above zero/)).toBeDefined();
  await user.type(size, '; 4 3');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const [sent] = asked(api.primitiveModels.create);
  expect(sent.body).toMatchObject({
    eps_id: 9,
    storeys: [{ name: 'Storey 1', elevation: 0 }],
    items: [
      {
        storey: 0,
        height: 3,
        shape: {
          kind: 'prism',
          points: [
            [0, 0],
            [4, 0],
            [4, 3],
          ],
        },
      },
    ],
  });
});
