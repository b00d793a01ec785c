import { collectFindings } from '../../findings.ts';
import type { ByteSource, ReadOptions, ReadResult } from '../../project-file.ts';
import { openElements } from '../../xml/element-view.ts';
import { readElements } from '../../xml/read-elements.ts';
import { mapMspdi } from './map.ts';

/** Reads Microsoft Project's XML (MSPDI). Any other XML is refused. */
export async function readMspdi(source: ByteSource, options: ReadOptions = {}): Promise<ReadResult> {
  const findings = collectFindings();
  const read = await readElements(source, options, findings);
  const root = read && openElements(read.elements, findings);
  if (!root) return { project: null, findings: findings.list() };
  if (root.name !== 'Project') {
    findings.add({ severity: 'error', code: 'file.not_mspdi', value: root.name });
    return { project: null, findings: findings.list() };
  }
  const project = mapMspdi(root, read.elements, findings);
  return { project, findings: findings.list() };
}
