import { collectFindings } from '../../findings.ts';
import type { ByteSource, ReadOptions, ReadResult } from '../../project-file.ts';
import { openElements } from '../../xml/element-view.ts';
import { readElements } from '../../xml/read-elements.ts';
import { mapPmxml } from './map.ts';

/** Reads Primavera's XML of any version and namespace. Any other XML is refused. */
export async function readPmxml(source: ByteSource, options: ReadOptions = {}): Promise<ReadResult> {
  const findings = collectFindings();
  const read = await readElements(source, options, findings);
  const root = read && openElements(read.elements, findings);
  if (!root) return { project: null, findings: findings.list() };
  if (root.name !== 'APIBusinessObjects') {
    findings.add({ severity: 'error', code: 'file.not_pmxml', value: root.name });
    return { project: null, findings: findings.list() };
  }
  const project = mapPmxml(root, read.elements, findings);
  if (project.projects.length === 0) findings.add({ severity: 'error', code: 'table.missing', table: 'Project' });
  return { project, findings: findings.list() };
}
