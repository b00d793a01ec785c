import type { PrimitiveModelContent } from '@gantry/contract';

export type Body = PrimitiveModelContent['items'][number];
export type Storey = PrimitiveModelContent['storeys'][number];
type Shape = Body['shape'];
export type ShapeKind = Shape['kind'];
export const SHAPE_KINDS: readonly ShapeKind[] = ['box', 'cylinder', 'prism'];

const NEW_SHAPES: Record<ShapeKind, Shape> = {
  box: { kind: 'box', width: 1, depth: 1 },
  cylinder: { kind: 'cylinder', radius: 0.5 },
  prism: {
    kind: 'prism',
    points: [
      [0, 0],
      [1, 0],
      [0, 1],
    ],
  },
};

/** The size of a shape as people type it: `4; 0.2`, `0.3`, or the points of a prism: `0 0; 4 0; 4 3`. */
export function writtenSize(shape: Shape): string {
  if (shape.kind === 'box') return `${shape.width}; ${shape.depth}`;
  if (shape.kind === 'cylinder') return String(shape.radius);
  return shape.points.map(([x, y]) => `${x} ${y}`).join('; ');
}

const numberOf = (text: string): number => (text.trim() === '' ? NaN : Number(text.trim().replace(',', '.')));

/** A size that was typed, as a shape of a kind; null: it is none. */
export function readSize(kind: ShapeKind, text: string): Shape | null {
  const parts = text.split(';').filter((part) => part.trim() !== '');
  if (kind === 'prism') {
    const points = parts.map((part) => part.trim().split(/\s+/).map(numberOf));
    return points.length >= 3 && points.every((point) => point.length === 2 && point.every(Number.isFinite))
      ? { kind, points: points.map(([x, y]): [number, number] => [x, y]) }
      : null;
  }
  const sizes = parts.map(numberOf);
  if (!sizes.every((size) => size > 0)) return null;
  if (kind === 'cylinder') return sizes.length === 1 ? { kind, radius: sizes[0] } : null;
  return sizes.length === 2 ? { kind, width: sizes[0], depth: sizes[1] } : null;
}

/** A key that no body of a model has. */
export function freeKey(items: readonly Pick<Body, 'key'>[]): string {
  const keys = new Set(items.map(({ key }) => key));
  let number = items.length + 1;
  while (keys.has(`body-${number}`)) number++;
  return `body-${number}`;
}

export const newBody = (items: readonly Body[], name: string): Body => ({
  key: freeKey(items),
  name,
  category: 'IFCWALL',
  storey: 0,
  code: '',
  layer: '',
  x: 0,
  y: 0,
  z: 0,
  rotation: 0,
  height: 3,
  shape: NEW_SHAPES.box,
});

export const shapeOf = (kind: ShapeKind): Shape => NEW_SHAPES[kind];

/** Storeys without one of them: its bodies go with it, those above keep theirs. */
export function withoutStorey(storeys: readonly Storey[], items: readonly Body[], index: number): { storeys: Storey[]; items: Body[] } {
  return {
    storeys: storeys.filter((_, at) => at !== index),
    items: items.flatMap((body) =>
      body.storey === index ? [] : [{ ...body, storey: body.storey > index ? body.storey - 1 : body.storey }],
    ),
  };
}

/** Copies of the bodies of a storey on the next one. */
export function copiedUp(items: readonly Body[], storey: number): Body[] {
  const all = [...items];
  for (const body of items) if (body.storey === storey) all.push({ ...body, key: freeKey(all), storey: storey + 1 });
  return all;
}
