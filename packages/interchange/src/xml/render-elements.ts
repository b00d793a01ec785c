import type { RawElements } from '../raw.ts';
import { NIL, nameAt, textAt } from './tape.ts';
import { escapeXml } from './write-elements.ts';

const LINES_AT_ONCE = 5000;
const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';

/** Writes elements as XML, in UTF-8 and indented. */
export function renderElements(elements: RawElements): Buffer {
  const { depths, fullNames, nameCodes } = elements;
  const parts: Buffer[] = [];
  let lines: string[] = ['<?xml version="1.0" encoding="UTF-8"?>'];
  const open: string[] = [];
  const add = (line: string): void => {
    lines.push(line);
    if (lines.length < LINES_AT_ONCE) return;
    parts.push(Buffer.from(`${lines.join('\n')}\n`, 'utf8'));
    lines = [];
  };
  const closeTo = (depth: number): void => {
    while (open.length >= depth) {
      const name = open.pop()!;
      add(`${'  '.repeat(open.length)}</${name}>`);
    }
  };
  const hasNil = elements.texts.values.includes(NIL);
  for (let node = 0; node < depths.length;) {
    const depth = depths[node];
    const name = fullNames[nameCodes[node]];
    const text = textAt(elements, node);
    let head = name;
    const declared = new Set<string>();
    for (node++; node < depths.length && depths[node] > depth && nameAt(elements, node).startsWith('@'); node++) {
      const attribute = fullNames[nameCodes[node]].slice(1);
      declared.add(attribute);
      head += ` ${attribute}="${attributeText(textAt(elements, node))}"`;
    }
    if (depth === 1 && hasNil && !declared.has('xmlns:xsi')) head += ` xmlns:xsi="${INSTANCE}"`;
    if (depth === 1 && elements.namespace !== '' && !name.includes(':') && !declared.has('xmlns'))
      head += ` xmlns="${attributeText(elements.namespace)}"`;
    closeTo(depth);
    const indent = '  '.repeat(depth - 1);
    const isParent = node < depths.length && depths[node] > depth;
    if (isParent) {
      add(`${indent}<${head}>${text === NIL ? '' : elementText(text)}`);
      open.push(name);
    } else if (text === NIL) add(`${indent}<${head} xsi:nil="true"/>`);
    else add(text === '' ? `${indent}<${head}/>` : `${indent}<${head}>${elementText(text)}</${name}>`);
  }
  closeTo(1);
  parts.push(Buffer.from(`${lines.join('\n')}\n`, 'utf8'));
  return Buffer.concat(parts);
}

/** Readers turn a bare carriage return into a line feed. */
function elementText(text: string): string {
  return escapeXml(text).replaceAll('\r', '&#13;');
}

function attributeText(text: string): string {
  return elementText(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
