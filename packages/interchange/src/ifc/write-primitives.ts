import { createHash } from 'node:crypto';

/** A floor of a primitive model, in metres above the ground. */
export type PrimitiveStorey = { name: string; elevation: number };

/** A simple body: its shape lies at x, y on its storey, `z` above it, turned by degrees. Sizes are metres. */
export type PrimitiveItem = {
  /** Stays the same through all versions of the model: the GUID of the element is made of it. */
  key: string;
  name: string;
  category: 'IFCWALL' | 'IFCSLAB' | 'IFCCOLUMN' | 'IFCBEAM' | 'IFCBUILDINGELEMENTPROXY';
  storey: number;
  code: string;
  layer: string;
  x: number;
  y: number;
  z: number;
  rotation: number;
  height: number;
  shape:
    | { kind: 'box'; width: number; depth: number }
    | { kind: 'cylinder'; radius: number }
    | { kind: 'prism'; points: [number, number][] };
};

export type PrimitiveModel = { name: string; storeys: PrimitiveStorey[]; items: PrimitiveItem[] };

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$';

/** The 22 signs of an IFC GUID, made of a key: the same key always gives the same one. */
export function ifcGuid(key: string): string {
  const bytes = createHash('sha256').update(key).digest().subarray(0, 16);
  let number = BigInt(`0x${bytes.toString('hex')}`);
  let guid = '';
  for (let at = 0; at < 22; at++) {
    guid = DIGITS[Number(number & 63n)] + guid;
    number >>= 6n;
  }
  return guid;
}

/** A text of STEP: Latin letters as they are, all others as UTF-16. */
export function stepText(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "''");
  // oxlint-disable-next-line no-control-regex
  return `'${escaped.replaceAll(/[^\u0020-\u007e]+/g, (part) => `\\X2\\${[...utf16(part)].join('')}\\X0\\`)}'`;
}
function* utf16(text: string): Generator<string> {
  for (let at = 0; at < text.length; at++) yield text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
}
const real = (value: number): string => {
  const text = String(Math.round(value * 1e6) / 1e6);
  return text.includes('.') ? text : `${text}.`;
};

/** Writes boxes, cylinders and prisms as an IFC4 file with volumes, layers and codes, so that they are a model like any other. */
export function writePrimitives({ name, storeys, items }: PrimitiveModel): string {
  const lines: string[] = [];
  const add = (entity: string): string => `#${lines.push(`#${lines.length + 1}=${entity};`)}`;
  const guid = (key: string): string => `'${ifcGuid(key)}'`;
  const point = (...at: number[]): string => add(`IFCCARTESIANPOINT((${at.map(real).join(',')}))`);
  const list = (ids: readonly string[]): string => `(${ids.join(',')})`;

  const origin = point(0, 0, 0);
  const up = add('IFCDIRECTION((0.,0.,1.))');
  const axes = add(`IFCAXIS2PLACEMENT3D(${origin},$,$)`);
  const context = add(`IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,${axes},$)`);
  const units = ['LENGTHUNIT.,$,.METRE', 'AREAUNIT.,$,.SQUARE_METRE', 'VOLUMEUNIT.,$,.CUBIC_METRE'].map((unit) =>
    add(`IFCSIUNIT(*,.${unit}.)`),
  );
  const project = add(
    `IFCPROJECT(${guid('project')},$,${stepText(name)},$,$,$,$,(${context}),${add(`IFCUNITASSIGNMENT(${list(units)})`)})`,
  );
  const ground = add(`IFCLOCALPLACEMENT($,${axes})`);
  const building = add(`IFCBUILDING(${guid('building')},$,${stepText(name)},$,$,${ground},$,$,.ELEMENT.,$,$,$)`);
  add(`IFCRELAGGREGATES(${guid('project has')},$,$,$,${project},(${building}))`);
  const floors = storeys.map((storey, index) => {
    const placement = add(`IFCLOCALPLACEMENT(${ground},${add(`IFCAXIS2PLACEMENT3D(${point(0, 0, storey.elevation)},$,$)`)})`);
    const text = `${guid(`storey ${index} ${storey.name}`)},$,${stepText(storey.name)},$,$,${placement},$,$,.ELEMENT.,${real(storey.elevation)}`;
    return { id: add(`IFCBUILDINGSTOREY(${text})`), placement, elements: [] as string[] };
  });
  if (floors.length) add(`IFCRELAGGREGATES(${guid('building has')},$,$,$,${building},${list(floors.map(({ id }) => id))})`);

  const profileOf = (shape: PrimitiveItem['shape']): string => {
    if (shape.kind === 'box') return add(`IFCRECTANGLEPROFILEDEF(.AREA.,$,$,${real(shape.width)},${real(shape.depth)})`);
    if (shape.kind === 'cylinder') return add(`IFCCIRCLEPROFILEDEF(.AREA.,$,$,${real(shape.radius)})`);
    const points = shape.points.map(([x, y]) => point(x, y));
    return add(`IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${add(`IFCPOLYLINE(${list([...points, points[0]])})`)})`);
  };
  const layers = new Map<string, string[]>();
  const classes = new Map<string, string[]>();
  const put = (into: Map<string, string[]>, key: string, id: string): void => void (key && into.set(key, [...(into.get(key) ?? []), id]));
  for (const item of items) {
    const floor = floors[item.storey];
    const turn = (item.rotation * Math.PI) / 180;
    const along = add(`IFCDIRECTION((${real(Math.cos(turn))},${real(Math.sin(turn))},0.))`);
    const at = add(`IFCAXIS2PLACEMENT3D(${point(item.x, item.y, item.z)},${up},${along})`);
    const placement = add(`IFCLOCALPLACEMENT(${floor?.placement ?? ground},${at})`);
    const body = add(`IFCEXTRUDEDAREASOLID(${profileOf(item.shape)},$,${up},${real(item.height)})`);
    const shape = add(`IFCSHAPEREPRESENTATION(${context},'Body','SweptSolid',(${body}))`);
    put(layers, item.layer, shape);
    const whole = add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${shape}))`);
    const kind = item.category === 'IFCBUILDINGELEMENTPROXY' ? '.ELEMENT.' : '$';
    const element = add(
      `${item.category}(${guid(item.key)},$,${stepText(item.name)},$,$,${placement},${whole},${stepText(item.key)},${kind})`,
    );
    floor?.elements.push(element);
    put(classes, item.code, element);
    const volume = add(`IFCQUANTITYVOLUME('NetVolume',$,$,${real(areaOf(item.shape) * item.height)},$)`);
    const set = add(`IFCELEMENTQUANTITY(${guid(`${item.key} quantities`)},$,'BaseQuantities',$,$,(${volume}))`);
    add(`IFCRELDEFINESBYPROPERTIES(${guid(`${item.key} has`)},$,$,$,(${element}),${set})`);
  }
  for (const [index, { id, elements }] of floors.entries())
    if (elements.length) add(`IFCRELCONTAINEDINSPATIALSTRUCTURE(${guid(`storey ${index} has`)},$,$,$,${list(elements)},${id})`);
  for (const [layer, shapes] of layers) add(`IFCPRESENTATIONLAYERASSIGNMENT(${stepText(layer)},$,${list(shapes)},$)`);
  for (const [code, elements] of classes) {
    const reference = add(`IFCCLASSIFICATIONREFERENCE($,${stepText(code)},$,$,$,$)`);
    add(`IFCRELASSOCIATESCLASSIFICATION(${guid(`class ${code}`)},$,$,$,${list(elements)},${reference})`);
  }
  return [
    "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');",
    `FILE_NAME(${stepText(name)},'2026-01-01T00:00:00',(''),(''),'','Gantry','');`,
    "FILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;",
    ...lines,
    'ENDSEC;\nEND-ISO-10303-21;\n',
  ].join('\n');
}

/** Square metres of the base of a body. */
export function areaOf(shape: PrimitiveItem['shape']): number {
  if (shape.kind === 'box') return shape.width * shape.depth;
  if (shape.kind === 'cylinder') return Math.PI * shape.radius ** 2;
  const { points } = shape;
  return (
    Math.abs(
      points.reduce((sum, [x, y], at) => sum + x * points[(at + 1) % points.length][1] - points[(at + 1) % points.length][0] * y, 0),
    ) / 2
  );
}
