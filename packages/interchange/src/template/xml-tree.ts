import { escapeXml } from '../xml/write-elements.ts';
import { hearXml } from '../documents/sax.ts';

/** An element of a part with its attributes and what is in it, in order. */
export type XmlNode = {
  name: string;
  attributes: Record<string, string>;
  children: (XmlNode | string)[];
  /** The element as it was written already, in pieces; then it has no children. */
  written?: readonly string[];
};

/** The element that stands for one that is not there. */
export const NO_ELEMENT: XmlNode = { name: '', attributes: {}, children: [] };

/** Reads a part; null where it is broken, nested too deeply or declares a document type. */
export function readXml(bytes: Uint8Array): XmlNode | null {
  const root: XmlNode = { name: '', attributes: {}, children: [] };
  const open: XmlNode[] = [root];
  const whole = hearXml(
    bytes,
    {
      open(name, attributes) {
        const node = { name, attributes: { ...attributes }, children: [] };
        open.at(-1)?.children.push(node);
        open.push(node);
      },
      close: () => void open.pop(),
      text(text) {
        // Between elements of the document itself nothing stands.
        if (open.length > 1) open.at(-1)?.children.push(text);
      },
    },
    () => false,
  );
  const [top] = root.children;
  return whole && typeof top === 'object' ? top : null;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Writes a part. */
export const writeXml = (node: XmlNode): Buffer => Buffer.from(DECLARATION + xmlOf(node));

/** An element as text. */
export function xmlOf(node: XmlNode): string {
  if (node.written) return node.written.join('');
  if (!node.children.length) return `<${headOf(node)}/>`;
  let inner = '';
  for (const child of node.children) inner += typeof child === 'string' ? escapeXml(child) : xmlOf(child);
  return `<${headOf(node)}>${inner}</${node.name}>`;
}

/** The name and the attributes of an element, as they stand in its tag. */
export function headOf({ name, attributes }: XmlNode): string {
  let head = name;
  for (const [key, value] of Object.entries(attributes)) head += ` ${key}="${escapeXml(value).replaceAll('\n', '&#10;')}"`;
  return head;
}

/** The elements directly in one. */
export const elementsIn = (node: XmlNode): XmlNode[] => node.children.filter((child): child is XmlNode => typeof child === 'object');

/** The elements of a name directly in one. */
export const elementsOf = (node: XmlNode, name: string): XmlNode[] => elementsIn(node).filter((child) => child.name === name);

/** The first element of a name directly in one. */
export const elementOf = (node: XmlNode, name: string): XmlNode | undefined => elementsIn(node).find((child) => child.name === name);

/** All elements below one, itself included, in order. */
export function* everyElement(node: XmlNode): Generator<XmlNode, void, void> {
  yield node;
  for (const child of node.children) if (typeof child === 'object') yield* everyElement(child);
}

/** All text in an element. */
export const textIn = (node: XmlNode): string => node.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('');

/** A copy that shares nothing with it. */
export const copyOf = ({ name, attributes, children }: XmlNode): XmlNode => ({
  name,
  attributes: { ...attributes },
  children: children.map((child) => (typeof child === 'string' ? child : copyOf(child))),
});
