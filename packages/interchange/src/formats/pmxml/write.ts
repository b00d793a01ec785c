import { collectFindings } from '../../findings.ts';
import type { Findings } from '../../findings.ts';
import type { ProjectFile, WriteResult } from '../../project-file.ts';
import type { RawElements } from '../../raw.ts';
import { openElements } from '../../xml/element-view.ts';
import { mergeElements } from '../../xml/merge-elements.ts';
import type { MergeRules } from '../../xml/merge-elements.ts';
import { renderElements } from '../../xml/render-elements.ts';
import { nameAt } from '../../xml/tape.ts';
import { startXml } from '../../xml/write-elements.ts';
import type { XmlWriter } from '../../xml/write-elements.ts';
import { mapPmxml } from './map.ts';
import { writeDirectories } from './write-directories.ts';
import { numberKeys } from './write-keys.ts';
import type { PmxmlKeys } from './write-keys.ts';
import { writeProject } from './write-project.ts';
import { wordTable } from '../../text/word-table.ts';

/** Content of XER that Primavera's XML cannot hold. */
export const PMXML_CANNOT_HOLD = [
  'TASKPRED.aref',
  'TASKPRED.arls',
  'TASKPRED.float_path',
  'PROJWBS.guid and PROJWBS.wbs_short_name of the node of a project (the project itself stands for it)',
  'CALENDAR.base_clndr_id (merged into the calendar)',
  'RSRC.def_qty_per_hr of resources with rates',
  'tables and columns that have no meaning for a schedule (RISKTYPE, POBS, unknown ones)',
] as const;

const ROOT = 'APIBusinessObjects';
const NAMESPACE = 'http://xmlns.oracle.com/Primavera/P6/V18.8/API/BusinessObjects';

/** Merge rules of Primavera's XML. */
const MERGE_RULES: MergeRules = {
  isHolder: (name) => name === 'Project' || name === 'BaselineProject',
  keyFields: (name) => KEY_FIELDS[name] ?? ['ObjectId'],
  local: new Set(['Code', 'UDF']),
  kept: new Set(['ObjectId', 'GUID']),
  whole: wordTable<readonly string[]>({ Calendar: ['BaseCalendarObjectId'] }),
  counters: new Set(['SequenceNumber']),
  stale: wordTable<readonly string[]>({}),
  gone: 'nil',
  ordered: new Set(),
};
const KEY_FIELDS = wordTable<readonly string[]>({
  Code: ['TypeObjectId'],
  UDF: ['TypeObjectId'],
  Relationship: ['PredecessorActivityObjectId', 'SuccessorActivityObjectId', 'Type'],
  ResourceRate: ['ResourceObjectId', 'EffectiveDate'],
  RoleRate: ['RoleObjectId', 'EffectiveDate'],
  RoleLimit: ['RoleObjectId', 'EffectiveDate'],
  Currency: ['Id'],
  // A project has one, some writers number it and some do not.
  ScheduleOptions: [],
});

/** Writes Primavera's XML. An imported file keeps all unchanged elements. */
export function writePmxml(file: ProjectFile): WriteResult {
  const findings = collectFindings();
  const source = file.source?.kind === 'elements' && nameAt(file.source, 0) === ROOT ? file.source : null;
  const after = elementsOf(file, source, findings);
  reportLosses(file, findings);
  if (!source) return { bytes: renderElements(after), findings: findings.list() };
  const quiet = collectFindings();
  const before = elementsOf(mapPmxml(openElements(source, quiet)!, source, quiet), source, quiet);
  return { bytes: renderElements(mergeElements(source, before, after, MERGE_RULES)), findings: findings.list() };
}

function elementsOf(file: ProjectFile, source: RawElements | null, findings: Findings): RawElements {
  const keys = numberKeys(file, source);
  const xml = startXml(ROOT, NAMESPACE);
  if (file.currency) {
    // Where a file names what it shows money in, that is what its readers go by.
    const isShown = source !== null && openElements(source, collectFindings())?.child('DisplayCurrency') != null;
    if (isShown) xml.open('DisplayCurrency');
    xml.open('Currency');
    xml.put('Id', file.currency);
    xml.put('Name', file.currency);
    xml.put('ObjectId', 1);
    xml.close();
    if (isShown) xml.close();
  }
  writeDirectories(file, keys, xml);
  for (const project of file.projects) writeProject(project, keys, xml, findings);
  writeCrossRelations(file, keys, xml);
  return xml.finish();
}

function reportLosses(file: ProjectFile, findings: Findings): void {
  const stored = file.projects.reduce(
    (sum, project) =>
      sum +
      project.stored.relations.filter(
        ({ impliedEarlyStart, impliedLateFinish }) => impliedEarlyStart !== null || impliedLateFinish !== null,
      ).length,
    0,
  );
  if (stored > 0) findings.add({ severity: 'info', code: 'export.stored_relations_lost', parameters: { count: stored } });
}

function writeCrossRelations(file: ProjectFile, keys: PmxmlKeys, xml: XmlWriter): void {
  for (const relation of file.crossRelations) {
    const from = keys.itemAnywhere(relation.predecessor.itemId);
    const to = keys.itemAnywhere(relation.successor.itemId);
    if (!from || !to) continue;
    keys.writeRelation(xml, relation, from, to);
  }
}
