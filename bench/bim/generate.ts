/** A model for measuring, made by the product's own writer: bodies of several shapes by storeys, each with properties and quantities. */

import { ifcGuidOf, type PrimitiveItem, writePrimitives } from '@gantry/interchange';

const STOREYS = 30;
const SIDES = 20;
const PROPERTIES = 16;
const CATEGORIES = ['IFCWALL', 'IFCSLAB', 'IFCCOLUMN', 'IFCBEAM'] as const;

/** So many elements as an IFC4 file. */
export function generateModel(elements: number): Buffer {
  const perStorey = Math.ceil(elements / STOREYS);
  const side = Math.ceil(Math.sqrt(perStorey));
  const items = Array.from({ length: elements }, (_, index): PrimitiveItem => {
    const [storey, at] = [Math.floor(index / perStorey), index % perStorey];
    return {
      key: `e${index}`,
      name: `Element ${index % 400}`,
      category: CATEGORIES[index % CATEGORIES.length],
      storey,
      code: `21.${index % 60}`,
      layer: `Layer ${index % 25}`,
      x: (at % side) * 3,
      y: Math.floor(at / side) * 3,
      z: 0,
      rotation: (index * 17) % 90,
      height: 1 + (index % 5) / 2,
      shape: shapeOf(index),
    };
  });
  const storeys = Array.from({ length: STOREYS }, (_, index) => ({ name: `Storey ${index}`, elevation: index * 3.5 }));
  return withProperties(writePrimitives({ name: 'Bench', storeys, items }));
}

function shapeOf(index: number): PrimitiveItem['shape'] {
  if (index % 3 === 0) return { kind: 'box', width: 1 + (index % 7) / 5, depth: 0.3 };
  // Walls with niches, slabs with steps: no two alike, as authors draw them.
  const radius = (corner: number): number => 0.7 + ((index * 7 + corner * 13) % 10) / 20;
  const points = Array.from({ length: SIDES }, (_, corner): [number, number] => {
    const angle = (corner / SIDES) * 2 * Math.PI;
    return [radius(corner) * Math.cos(angle), radius(corner) * Math.sin(angle)];
  });
  return { kind: 'prism', points };
}

/** Gives each element a set of properties of its own, as exports of design programs have them. */
function withProperties(text: string): Buffer {
  const elements = [...text.matchAll(/^#(\d+)=IFC(?:WALL|SLAB|COLUMN|BEAM)\(/gm)].map(([, id]) => Number(id));
  const end = text.lastIndexOf('ENDSEC;');
  let last = Number([...text.slice(end - 4000, end).matchAll(/^#(\d+)=/gm)].at(-1)?.[1] ?? 0);
  const lines: string[] = [];
  const add = (entity: string): number => {
    last++;
    lines.push(`#${last}=${entity};`);
    return last;
  };
  for (const [index, element] of elements.entries()) {
    const values = Array.from({ length: PROPERTIES }, (_, at) =>
      add(
        `IFCPROPERTYSINGLEVALUE('Property ${at}',$,${at % 2 ? `IFCREAL(${index + at / 10 + 0.05})` : `IFCLABEL('Value ${(index * at) % 500}')`},$)`,
      ),
    );
    const set = add(`IFCPROPERTYSET('${ifcGuidOf(`set ${index}`)}',$,'Pset_Bench',$,(${values.map((id) => `#${id}`).join(',')}))`);
    add(`IFCRELDEFINESBYPROPERTIES('${ifcGuidOf(`has ${index}`)}',$,$,$,(#${element}),#${set})`);
  }
  return Buffer.from(`${text.slice(0, end)}${lines.join('\n')}\n${text.slice(end)}`, 'latin1');
}
