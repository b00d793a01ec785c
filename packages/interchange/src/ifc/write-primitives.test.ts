import { expect, it } from 'vitest';
import { readIfc } from './read-ifc.ts';
import { areaOf, ifcGuid, type PrimitiveItem, writePrimitives } from './write-primitives.ts';

const item = (key: string, more: Partial<PrimitiveItem>): PrimitiveItem => ({
  key,
  name: key,
  category: 'IFCWALL',
  storey: 0,
  code: '',
  layer: '',
  x: 0,
  y: 0,
  z: 0,
  rotation: 0,
  height: 3,
  shape: { kind: 'box', width: 4, depth: 2 },
  ...more,
});

it('bodies are read back as elements with place, code, layer and volume', async () => {
  const text = writePrimitives({
    name: "Склад 'A'",
    storeys: [
      { name: 'Этаж 1', elevation: 0 },
      { name: 'Roof \\ top', elevation: 3.5 },
    ],
    items: [
      item('a', { name: 'Стена', code: '21.1', layer: 'Walls' }),
      item('b', { shape: { kind: 'cylinder', radius: 1 }, height: 5, storey: 1, category: 'IFCCOLUMN' }),
      item('c', {
        shape: {
          kind: 'prism',
          points: [
            [0, 0],
            [2, 0],
            [2, 1],
            [0, 1],
          ],
        },
        category: 'IFCBUILDINGELEMENTPROXY',
        layer: 'Walls',
      }),
    ],
  });
  const { model, findings } = await readIfc(Buffer.from(text, 'latin1'));
  expect(findings).toEqual([]);
  expect(model!.nodes.map(({ name, elevation }) => [name, elevation])).toEqual([
    ["Склад 'A'", null],
    ["Склад 'A'", null],
    ['Этаж 1', 0],
    ['Roof \\ top', 3.5],
  ]);
  expect(
    model!.elements.map(({ name, guid, storey, layers, classes, sets }) => [
      name,
      guid === ifcGuid(name === 'Стена' ? 'a' : name),
      storey,
      layers,
      classes.map(({ code }) => code),
      Number(sets[0].values[0].value),
    ]),
  ).toEqual([
    ['Стена', true, 2, ['Walls'], ['21.1'], 24],
    ['b', true, 3, [], [], expect.closeTo(15.708, 3)],
    ['c', true, 2, ['Walls'], [], 6],
  ]);
  expect(
    areaOf({
      kind: 'prism',
      points: [
        [0, 0],
        [0, 3],
        [4, 0],
      ],
    }),
  ).toBe(6);
});
