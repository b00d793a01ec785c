import { COST_PARTS } from '@gantry/domain';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blankRow, type EstimateRow } from '../estimate-file.ts';
import { ggeOf } from './write-gge.ts';

const folder = join(process.env['GANTRY_TEST_DATA'] ?? '', 'estimates/gge');
const pathOf = (method: string): string => join(folder, `LocalEstimate${method}IndexMethod.xsd`);

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

/** A place of a sequence: an element that may or must stand there; those of one choice stand for each other. */
type Place = { name: string; type: Node | string | null; choice: number; required: boolean };

/** What the schema of the ministry has of names, order, required elements and values: what it uses, not all of XSD. */
function schemaOf(xsd: string) {
  // The collection of schemas has the name of the method where files have the word below.
  const own = xsd.replaceAll(/LocalEstimate(?:Base|Resource)IndexMethod/g, 'Construction');
  const root = treeOf(own.replaceAll(/<xs:annotation>.*?<\/xs:annotation>/gs, ''));
  const named = new Map(root.children.map((node) => [node.attributes.get('name') ?? '', node]));
  let choices = 0;
  const placesOf = (node: Node, choice = 0, within = true): Place[] =>
    node.children.flatMap((child): Place[] => {
      const own = child.name.replace('xs:', '');
      const required = within && choice === 0 && child.attributes.get('minOccurs') !== '0';
      if (own === 'element') {
        const type = child.attributes.get('type') ?? child.children.find(({ name }) => /^xs:(?:complex|simple)Type$/.test(name)) ?? null;
        return [{ name: child.attributes.get('name') ?? '', type, choice, required }];
      }
      if (own === 'choice') return placesOf(child, choice || (choices += 1), required);
      if (own === 'group') return placesOf(named.get(child.attributes.get('ref') ?? '')?.children[0] ?? child, choice, required);
      const base = own === 'extension' ? named.get(child.attributes.get('base') ?? '') : undefined;
      return [...(base ? placesOf(base, 0, required) : []), ...placesOf(child, choice, required)];
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
    /** Whether a text is one of the values of a type, or looks as its pattern has it. */
    allows(type: Place['type'], text: string): boolean {
      const node = typeOf(type);
      if (node?.name !== 'xs:simpleType') return true;
      const facets = (name: string): string[] =>
        (node.children[0]?.children ?? [])
          .filter((facet) => facet.name === `xs:${name}`)
          .map(({ attributes }) => attributes.get('value') ?? '');
      const [values, patterns] = [facets('enumeration'), facets('pattern')];
      return (!values.length || values.includes(text)) && patterns.every((pattern) => new RegExp(`^(?:${pattern})$`).test(text));
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
    if (!schema.allows(type, node.text)) faults.add(`${at} cannot be ${node.text}`);
    const places = schema.placesOf(type);
    for (const { name, required } of places)
      if (required && !node.children.some((child) => child.name === name)) faults.add(`${at} lacks ${name}`);
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

/** The same rows at both levels of prices. */
const atBothLevels = rows.map(({ current, parts, ...row }): EstimateRow => {
  const base = current === null ? null : current * 2n + 1n;
  return { ...row, current, parts, base, baseParts: parts && [...parts.slice(0, -1), parts[parts.length - 1] + (base ?? 0n) - (current ?? 0n)] };
}); // prettier-ignore
const unpriced: EstimateRow[] = [
  { ...blankRow(null, 'section'), name: 'Bill' },
  { ...blankRow(0, 'material'), name: 'Sand', unit: 't' },
];

it.skipIf(!existsSync(folder))('GGE has the elements, their order and the values that the schema of the ministry asks for (needs GANTRY_TEST_DATA)', () => {
  const faults = (method: string, list: EstimateRow[]): string[] => {
    const xml = ggeOf({ number: '7', name: 'Hall', currency: 'RUB', digits: 2, rows: list });
    expect(xml).toContain(`LocalEstimate${method}IndexMethod`);
    return [...faultsOf(treeOf(xml), schemaOf(readFileSync(pathOf(method), 'utf8')))];
  };
  const ofNorms = rows.map((row) => (row.parts ? { ...row, code: 'ГЭСНмр01-01' } : row));
  expect([ofNorms, unpriced, []].flatMap((list) => faults('Resource', list))).toEqual([]);
  expect([rows, atBothLevels].flatMap((list) => faults('Base', list))).toEqual([]);
}); // prettier-ignore
