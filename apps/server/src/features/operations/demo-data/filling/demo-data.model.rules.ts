import type { PrimitiveItem, PrimitiveModel } from '@gantry/interchange';
import { FLOORS } from './demo-data.plan.rules.ts';
import type { DemoTexts } from '../texts/demo-data.words.rules.ts';

const HEIGHT = 3.2;
const [LENGTH, WIDTH] = [42, 18];
const STEP = 6;

/** A building of as many storeys as the schedule has, drawn by the program: each body has the code of its work as its class. */
export function demoModel(texts: Pick<DemoTexts, 'model' | 'storey' | 'rows'>, codeOf: (key: string) => string): PrimitiveModel {
  const items: PrimitiveItem[] = [];
  const storeys = [
    { name: texts.rows['sub'] ?? '', elevation: -HEIGHT },
    ...Array.from({ length: FLOORS }, (_, at) => ({ name: texts.storey.replace('{n}', String(at + 1)), elevation: at * HEIGHT })),
    { name: texts.rows['roof'] ?? '', elevation: FLOORS * HEIGHT },
  ];
  const nameOf = (key: string, storey: number): string => (texts.rows[key] ?? key).replace('{n}', String(storey));
  const box = (
    at: Pick<PrimitiveItem, 'key' | 'name' | 'category' | 'storey' | 'code' | 'layer'>,
    [x, y, z]: [number, number, number],
    [width, depth, height]: [number, number, number],
  ) => items.push({ ...at, x, y, z, rotation: 0, height, shape: { kind: 'box', width, depth } });
  const of = (work: string, name: string, category: PrimitiveItem['category'], storey: number, layer: string) => ({
    name,
    category,
    storey,
    layer,
    code: codeOf(work),
  });
  const piles = of('s3', nameOf('s3', 0), 'IFCCOLUMN', 0, 'S-PILE');
  for (let x = 0; x <= LENGTH; x += STEP)
    for (let y = 0; y <= WIDTH; y += STEP)
      items.push({ ...piles, key: `pile ${x} ${y}`, x, y, z: -9, rotation: 0, height: 8.2, shape: { kind: 'cylinder', radius: 0.4 } });
  box({ ...of('s4', nameOf('s4', 0), 'IFCSLAB', 0, 'S-RAFT'), key: 'raft' }, [LENGTH / 2, WIDTH / 2, -0.8], [LENGTH + 2, WIDTH + 2, 0.8]);
  for (const [side, [x, y, width, depth]] of sides(0.3).entries())
    box({ ...of('s5', nameOf('s5', 0), 'IFCWALL', 0, 'S-WALL'), key: `basement ${side}` }, [x, y, 0], [width, depth, HEIGHT - 0.25]);
  for (let floor = 1; floor <= FLOORS; floor += 1) {
    const frame = of(`f${floor}`, nameOf('f', floor), 'IFCCOLUMN', floor, 'S-COLS');
    for (let x = 0; x <= LENGTH; x += STEP)
      for (let y = 0; y <= WIDTH; y += STEP) box({ ...frame, key: `column ${floor} ${x} ${y}` }, [x, y, 0], [0.4, 0.4, HEIGHT - 0.25]);
    const slab = of(`f${floor}`, nameOf('f', floor), 'IFCSLAB', floor, 'S-SLAB');
    box({ ...slab, key: `slab ${floor}` }, [LENGTH / 2, WIDTH / 2, HEIGHT - 0.25], [LENGTH + 1, WIDTH + 1, 0.25]);
    const walls = of(`m${floor}`, nameOf('m', floor), 'IFCWALL', floor, 'A-WALL');
    for (let x = STEP / 2; x < LENGTH; x += STEP)
      box({ ...walls, key: `partition ${floor} ${x}` }, [x, WIDTH / 2, 0], [0.12, WIDTH - 1, HEIGHT - 0.3]);
    const duct = of(`v${floor}`, nameOf('v', floor), 'IFCBUILDINGELEMENTPROXY', floor, 'M-PIPE');
    for (const y of [WIDTH / 3, (WIDTH * 2) / 3])
      box({ ...duct, key: `duct ${floor} ${y}` }, [LENGTH / 2, y, HEIGHT - 0.7], [LENGTH - 2, 0.4, 0.25]);
    const finish = of(`t${floor}`, nameOf('t', floor), 'IFCSLAB', floor, 'A-FLOR');
    for (let x = STEP / 2; x < LENGTH; x += STEP)
      box({ ...finish, key: `floor ${floor} ${x}` }, [x, WIDTH / 2, 0], [STEP - 0.3, WIDTH - 1.2, 0.06]);
    const facade = of(`e${floor}`, nameOf('e', floor), 'IFCWALL', floor, 'A-FACD');
    for (const [side, [x, y, width, depth]] of panels().entries())
      box({ ...facade, key: `panel ${floor} ${side}` }, [x, y, -0.1], [width, depth, HEIGHT - 0.15]);
  }
  const roof = of('roof', nameOf('roof', 0), 'IFCSLAB', FLOORS + 1, 'A-ROOF');
  box({ ...roof, key: 'roof' }, [LENGTH / 2, WIDTH / 2, 0], [LENGTH + 1.4, WIDTH + 1.4, 0.35]);
  const shafts = of('c1', nameOf('c1', 0), 'IFCBUILDINGELEMENTPROXY', 1, 'M-LIFT');
  for (const x of [15, 21, 27]) box({ ...shafts, key: `lift ${x}` }, [x, WIDTH - 3, 0], [1.8, 1.8, FLOORS * HEIGHT + 1.5]);
  const ground = of('c3', nameOf('c3', 0), 'IFCSLAB', 1, 'L-SITE');
  for (const [at, [x, y, width, depth]] of GROUND.entries()) box({ ...ground, key: `ground ${at}` }, [x, y, -0.3], [width, depth, 0.2]);
  return { name: texts.model, storeys, items };
}

const GROUND: [number, number, number, number][] = [
  [LENGTH / 2, -8, LENGTH + 28, 13],
  [LENGTH / 2, WIDTH + 8, LENGTH + 28, 13],
  [-8, WIDTH / 2, 13, WIDTH + 2],
  [LENGTH + 8, WIDTH / 2, 13, WIDTH + 2],
];

/** The four walls around the building: middle, width and depth. */
const sides = (thick: number): [number, number, number, number][] => [
  [LENGTH / 2, -0.5, LENGTH + 1, thick],
  [LENGTH / 2, WIDTH + 0.5, LENGTH + 1, thick],
  [-0.5, WIDTH / 2, thick, WIDTH + 1],
  [LENGTH + 0.5, WIDTH / 2, thick, WIDTH + 1],
];

/** Panels of a storey: one a bay on each side. */
function panels(): [number, number, number, number][] {
  const list: [number, number, number, number][] = [];
  for (let x = STEP / 2; x < LENGTH; x += STEP) for (const y of [-0.7, WIDTH + 0.7]) list.push([x, y, STEP - 0.15, 0.18]);
  for (let y = STEP / 2; y < WIDTH; y += STEP) for (const x of [-0.7, LENGTH + 0.7]) list.push([x, y, 0.18, STEP - 0.15]);
  return list;
}
