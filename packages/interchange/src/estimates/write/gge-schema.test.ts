import { COST_PARTS } from '@gantry/domain';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blankRow, type EstimateRow } from '../estimate-file.ts';
import { ggeOf } from './write-gge.ts';

const path = join(process.env['GANTRY_TEST_DATA'] ?? '', 'estimates/gge/LocalEstimateResourceIndexMethod.xsd');

type Node = { name: string; attributes: Map<string, string>; children: Node[]; text: string };

/** The elements of a sound document without entities. */
function treeOf(xml: string): Node {
  const top: Node = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [top];
  for (const [, text, closing, name, attributes, empty] of xml
    .replaceAll(/<!--.*?-->|<\?.*?\?>/gs, '')
    .matchAll(/([^<]*)<(\/?)([^\s/>]+)([^>]*?)(\/?)>/g)) {
    open[open.length - 1].text += text;
    if (closing) open.pop();
    else {
      const node: Node = {
        name,
        attributes: new Map([...attributes.matchAll(/([\w:]+)\s*=\s*"([^"]*)"/g)].map(([, key, value]) => [key, value])),
        children: [],
        text: '',
      };
      open[open.length - 1].children.push(node);
      if (!empty) open.push(node);
    }
  }
  return top.children[0];
}

/** A place of a sequence: an element that may stand there; those of one choice stand for each other. */
type Place = { name: string; type: Node | string | null; choice: number };

/** What the schema of the ministry says of names, order and numbers: what it uses, not all that XSD can say. */
function schemaOf(xsd: string) {
  const root = treeOf(xsd.replaceAll(/<xs:annotation>.*?<\/xs:annotation>/gs, ''));
  const named = new Map(root.children.map((node) => [node.attributes.get('name') ?? '', node]));
  let choices = 0;
  const placesOf = (node: Node, choice = 0): Place[] =>
    node.children.flatMap((child): Place[] => {
      const own = child.name.replace('xs:', '');
      if (own === 'element') {
        const type = child.attributes.get('type') ?? child.children.find(({ name }) => name === 'xs:complexType') ?? null;
        return [{ name: child.attributes.get('name') ?? '', type, choice }];
      }
      if (own === 'choice') return placesOf(child, choice || (choices += 1));
      if (own === 'group') return placesOf(named.get(child.attributes.get('ref') ?? '')?.children[0] ?? child, choice);
      const base = own === 'extension' ? named.get(child.attributes.get('base') ?? '') : undefined;
      return [...(base ? placesOf(base) : []), ...placesOf(child, choice)];
    });
  const known = new Map<Node, Place[]>();
  const typeOf = (type: Place['type']): Node | null => (typeof type === 'string' ? (named.get(type) ?? null) : type);
  return {
    placesOf(type: Place['type']): Place[] {
      const node = typeOf(type);
      if (!node) return [];
      const places = known.get(node) ?? placesOf(node);
      known.set(node, places);
      return places;
    },
    root: root.children.find(({ name }) => name === 'xs:element')?.children[0] ?? null,
  };
}

const NUMBERS: Record<string, RegExp> = {
  'xs:decimal': /^[+-]?\d+(?:\.\d+)?$/,
  'xs:double': /^[+-]?\d+(?:\.\d+)?$/,
  'xs:positiveInteger': /^[1-9]\d*$/,
};

function faultsOf(document: Node, schema: ReturnType<typeof schemaOf>): Set<string> {
  const faults = new Set<string>();
  const check = (node: Node, type: Place['type'], at: string): void => {
    const number = typeof type === 'string' ? NUMBERS[type] : undefined;
    if (number && !number.test(node.text)) faults.add(`${at} is ${node.text}`);
    const places = schema.placesOf(type);
    let reached = 0;
    for (const child of node.children) {
      const found = places.findIndex(({ name }) => name === child.name);
      const place = places[found];
      const again = place && places[reached] && place.choice > 0 && place.choice === places[reached].choice;
      if (!place) faults.add(`${at}/${child.name} is unknown`);
      else if (found < reached && !again) faults.add(`${at}/${child.name} stands behind ${places[reached].name}`);
      if (!place) continue;
      reached = found;
      check(child, place.type, `${at}/${child.name}`);
    }
  };
  check(document, schema.root, '');
  return faults;
} // prettier-ignore

const rows: EstimateRow[] = [
  { ...blankRow(null, 'section'), number: '1', name: 'Earth' },
  {
    ...blankRow(0, 'work'), number: '1', code: '01-01', name: 'Dig & fill', unit: '100 м3', quantity: '1,5', current: 100_003n, volumeCode: '7',
    parts: COST_PARTS.map((part) => (part === 'other' ? 3n : 12_500n)),
  },
  { ...blankRow(0, 'text'), name: 'note' },
  { ...blankRow(0, 'material'), number: 'x', code: 'M-1', name: 'Sand', unit: 'м3', quantity: '3', current: -1000n },
  { ...blankRow(0, 'machine'), number: '3', code: 'E-1', name: 'Crane', unit: 'h', quantity: '2', current: 501n },
  { ...blankRow(0, 'equipment'), number: '4', name: 'Pump', unit: 'pc', quantity: '1', current: 7n },
  { ...blankRow(0, 'transport'), number: '5', name: 'Haul', unit: 't', quantity: '2', current: 10n },
]; // prettier-ignore

it.skipIf(!existsSync(path))('GGE is written with the names, the order and the numbers of the schema of the ministry (needs GANTRY_TEST_DATA)', () => {
  const schema = schemaOf(readFileSync(path, 'utf8'));
  const document = treeOf(ggeOf({ number: '7', name: 'Hall', currency: 'RUB', digits: 2, rows }));
  expect([...faultsOf(document, schema)]).toEqual([]);
}); // prettier-ignore
