import type { TemplatePackage } from './open-template.ts';
import { elementsOf, NO_ELEMENT } from './xml-tree.ts';

/** The part that holds what a part names. */
export function relationsPart(part: string): string {
  const slash = part.lastIndexOf('/');
  return `${part.slice(0, slash)}/_rels/${part.slice(slash + 1)}.rels`;
}

/** The parts that a part names, by the id and the last word of the type. */
export function relationsOf(template: TemplatePackage, part: string): { id: string; type: string; target: string }[] {
  const folder = part.slice(0, part.lastIndexOf('/'));
  return elementsOf(template.xml(relationsPart(part)) ?? NO_ELEMENT, 'Relationship').map(
    ({ attributes: { Id: id = '', Type: type = '', Target: target = '' } }) => ({
      id,
      type: type.split('/').at(-1) ?? '',
      target: target.startsWith('/') ? target.slice(1) : resolved(folder, target),
    }),
  );
}

function resolved(folder: string, target: string): string {
  const names = folder.split('/');
  for (const name of target.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.') names.push(name);
  }
  return names.join('/');
}
