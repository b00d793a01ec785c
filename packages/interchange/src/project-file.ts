import type { AttributeType, Minute, Plan, PlanAssignment, RelationType } from '@gantry/domain';
import type { RawElements, RawTables } from './raw.ts';
import type { CodePage } from './text/code-pages.ts';

/** File formats that hold a whole schedule. */
export const FILE_FORMATS = ['xer', 'pmxml', 'mspdi', 'xlsx', 'csv', 'json', 'gantry', 'ifc'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Which program wrote the file, as the file says. */
export type Producer = { program: string; version: string | null; exportedOn: Minute | null; user: string | null };

/** What every format is read into and written from: one file with one or more projects. Ids are unique within the file. */
export type ProjectFile = {
  format: FileFormat;
  producer: Producer;
  /** How the bytes were read; null for formats that state their own encoding. */
  codePage: CodePage | null;
  /** ISO code of the currency of all costs, null = not stated. */
  currency: string | null;
  projects: ImportedProject[];
  /** Relations between different projects, in this file or outside. */
  crossRelations: CrossRelation[];
  /** Everything the file held, for a lossless way back; null for projects made in Gantry. */
  source: RawTables | RawElements | null;
};

/** One project of a file. Arrays of `stored` and `details` run parallel to the plan's. */
export type ImportedProject = {
  /** Key of the project in the source program (proj_id, ObjectId, UID). */
  sourceId: string;
  code: string;
  name: string;
  /** Key of the project that this one is a baseline of; null for live projects. */
  baselineOf: string | null;
  plan: Plan;
  attributes: AttributeDefinition[];
  values: AttributeValue[];
  notes: Note[];
  steps: Step[];
  expenses: Expense[];
  baselines: ItemBaseline[];
  /** Keys of the calendars in the source program, null for new ones; parallel to plan.calendars. */
  calendarSourceIds: (string | null)[];
  /** Parallel to plan.items. */
  details: ItemDetails[];
  /** What the source program had calculated: parallel to plan.items and plan.relations. */
  stored: { items: StoredItem[]; relations: StoredRelation[] };
  /** Parallel to plan.assignments. */
  assignmentDetails: AssignmentDetails[];
  /** Parallel to plan.resources. */
  resourceDetails: ResourceDetails[];
};

/** How the percent complete of an activity is measured. */
export type PercentCompleteType = 'duration' | 'physical' | 'units';

/** How duration, units and rate depend on each other when one is edited. */
export type DurationType = 'fixed_duration_units' | 'fixed_duration_rate' | 'fixed_units' | 'fixed_rate';

/** Source data of a row beside the plan, including the key of its source row. */
export type ItemDetails = {
  /** Key in the source program; unique within `sourceTable`. */
  sourceId: string;
  sourceTable: string;
  guid: string | null;
  percentCompleteType: PercentCompleteType;
  /** 0…1. */
  physicalProgress: number | null;
  durationType: DurationType;
  /** Hours of labour and equipment on the item, where the source states them apart from assignments. */
  labourUnits: UnitTotals | null;
  equipmentUnits: UnitTotals | null;
  /** 0 (lowest) … 1000 (highest), 500 = normal. */
  priority: number;
  /** Id of the resource that stands for the responsible one; null = none. */
  primaryResourceId: number | null;
};

/** Planned, done and remaining hours. */
export type UnitTotals = { planned: number; actual: number; remaining: number };

/** Dates and floats as the source program had calculated them; working minutes of the item's calendar. */
export type StoredItem = {
  earlyStart: Minute | null;
  earlyFinish: Minute | null;
  lateStart: Minute | null;
  lateFinish: Minute | null;
  totalFloatMinutes: number | null;
  freeFloatMinutes: number | null;
  startFloatMinutes: number | null;
  finishFloatMinutes: number | null;
  /** Stands on the longest path (P6's driving_path_flag). */
  longestPath: boolean | null;
  critical: boolean | null;
  remainingEarlyStart: Minute | null;
  remainingEarlyFinish: Minute | null;
  remainingLateStart: Minute | null;
  remainingLateFinish: Minute | null;
  plannedStart: Minute | null;
  plannedFinish: Minute | null;
  floatPath: number | null;
  floatPathOrder: number | null;
  externalEarlyStart: Minute | null;
  externalLateFinish: Minute | null;
};

/** P6's own result for a relation: the successor's start that it asks for, the predecessor's finish that it allows. */
export type StoredRelation = {
  impliedEarlyStart: Minute | null;
  impliedLateFinish: Minute | null;
  floatPath: number | null;
  driving: boolean | null;
};

/** A relation to or from another project. An end outside the file has no item id. */
export type CrossRelation = {
  type: RelationType;
  lagMinutes: number;
  predecessor: CrossEnd;
  successor: CrossEnd;
  stored: StoredRelation;
};

/** One end of a cross relation. */
export type CrossEnd = { projectSourceId: string | null; itemSourceId: string; itemId: number | null };

/** What an attribute's values belong to; ids of 'task' and 'sum' are ids of items. */
export type AttributeOwner = 'task' | 'sum' | 'project' | 'resource' | 'assignment' | 'relation';

/** A user field, an activity code or a category of the source program. */
export type AttributeDefinition = {
  id: number;
  sourceId: string;
  name: string;
  type: AttributeType;
  owner: AttributeOwner;
  origin: 'code' | 'user_field' | 'category';
  /** Whether it belongs to this project alone or to all. */
  scope: 'global' | 'eps' | 'project';
  /** Values of a list, parents before children. */
  values: ListValue[];
};

/** One value of a list attribute. */
export type ListValue = { id: number; sourceId: string | null; parentId: number | null; code: string; name: string; color: string | null };

/** A value of an attribute; for lists the id of the list value, for dates minutes. */
export type AttributeValue = { attributeId: number; ownerId: number; value: string | number | boolean };

/** A notebook entry; `itemId` null = about the project. */
export type Note = { itemId: number | null; sourceId: string | null; topic: string; text: string };

/** A step of an activity; `progress` 0…1. */
export type Step = { itemId: number; sourceId: string | null; name: string; weight: number; progress: number; completed: boolean };

/** A cost without a resource. */
export type Expense = {
  itemId: number;
  sourceId: string | null;
  name: string;
  category: string | null;
  plannedCost: number;
  actualCost: number;
  remainingCost: number;
};

/** Dates, work and cost of one item in one baseline of the source program; number 0 is the main one. */
export type ItemBaseline = {
  itemId: number;
  number: number;
  start: Minute | null;
  finish: Minute | null;
  durationMinutes: number | null;
  workMinutes: number | null;
  cost: number | null;
};

/** Dates of an assignment and the row it came from. */
export type AssignmentDetails = {
  sourceId: string;
  plannedStart: Minute | null;
  plannedFinish: Minute | null;
  actualStart: Minute | null;
  actualFinish: Minute | null;
  remainingStart: Minute | null;
  remainingFinish: Minute | null;
  pricePerUnit: number | null;
  plannedUnitsPerHour: number | null;
  remainingUnitsPerHour: number | null;
  curveName: string | null;
};

/** Rates of a resource over time and the row it came from. */
export type ResourceDetails = {
  sourceId: string;
  parentSourceId: string | null;
  isRole: boolean;
  guid: string | null;
  rates: { from: Minute | null; prices: (number | null)[]; maxUnitsPerHour: number | null }[];
};

/** An assignment with the data of its file. */
export type ImportedAssignment = { assignment: PlanAssignment; details: AssignmentDetails };

export type Severity = 'info' | 'warning' | 'error';

/** A finding of a reader: what and where; its code selects the advice. Lines and columns count from 1. */
export type Finding = {
  severity: Severity;
  code: string;
  line?: number;
  column?: number;
  table?: string;
  field?: string;
  value?: string;
  parameters?: Record<string, string | number | readonly string[]>;
};

/** What a reader returns; `project` is null only when the bytes are no schedule at all. */
export type ReadResult = { project: ProjectFile | null; findings: Finding[] };

/** The bytes of a written file, and losses of the format. */
export type WriteResult = { bytes: Uint8Array; findings: Finding[] };

/** Bytes as readers take them. */
export type ByteSource = Uint8Array | AsyncIterable<Uint8Array>;

/** Settings that all readers share. */
export type ReadOptions = {
  /** Overrides the detected code page. */
  codePage?: CodePage;
  /** Told now and then how many bytes are read. */
  onProgress?: (bytesDone: number) => void;
};
