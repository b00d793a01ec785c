import type { Finding } from '../project-file.ts';

/** Value of a property as IFC writes it, without its measure. */
export type IfcValue = string | number | boolean | null;

/** A property set or a set of quantities; elements of one type share the same object. */
export type IfcSet = { name: string; isQuantity: boolean; values: { name: string; value: IfcValue; kind: string }[] };

export type IfcClass = { system: string; code: string; name: string };

/** A place of the spatial structure: project, site, building, storey, space. `parent` is its place in the list of nodes. */
export type IfcNode = { id: number; guid: string; category: string; name: string; elevation: number | null; parent: number | null };

/** A physical element. `node`, `storey` are places in the list of nodes, `parent` in the list of elements. */
export type IfcElement = {
  id: number;
  guid: string;
  category: string;
  name: string;
  objectType: string;
  tag: string;
  node: number | null;
  storey: number | null;
  parent: number | null;
  hasShape: boolean;
  layers: string[];
  classes: IfcClass[];
  materials: string[];
  sets: IfcSet[];
};

/** Factors to metres, square metres and cubic metres; quantities and elevations are converted already. */
export type IfcUnits = { length: number; area: number; volume: number };

export type IfcModel = {
  schema: string;
  program: string;
  units: IfcUnits;
  nodes: IfcNode[];
  elements: IfcElement[];
};

/** A reader of models never throws over a file: without a model a finding of severity `error` has the reason. */
export type IfcRead = { model: IfcModel | null; findings: Finding[] };
