import { describe, expect, it } from 'vitest';
import { expectSame } from '../../testing/comparable.ts';
import { hasTestData, realBytes, realFiles } from '../../testing/data.ts';
import { readXer } from './read.ts';
import { writeXer } from './write/write.ts';

describe.skipIf(!hasTestData)('real XER files (needs GANTRY_TEST_DATA)', () => {
  it('finds the files', () => expect(realFiles('.xer').length).toBeGreaterThan(10));

  it.each(realFiles('.xer'))('%s goes back as it came', async (name) => {
    const bytes = realBytes(name);
    const { project } = await readXer(bytes);
    const written = writeXer(project!);
    expect(rowsOf(written.bytes)).toEqual(rowsOf(bytes));
    expect(written.findings).toEqual([]);
  });

  it.each(realFiles('.xer'))('%s survives without its source rows', async (name) => {
    const { project } = await readXer(realBytes(name));
    const written = writeXer({ ...project!, source: null });
    const { project: again, findings } = await readXer(written.bytes, { codePage: project!.codePage! });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    project!.projects.forEach((before, i) => expectSame(before, again!.projects[i]));
    expect(again!.crossRelations.map(({ type, lagMinutes, stored }) => ({ type, lagMinutes, stored }))).toEqual(
      project!.crossRelations.map(({ type, lagMinutes, stored }) => ({ type, lagMinutes, stored })),
    );
  });
});

function rowsOf(bytes: Uint8Array): string[] {
  return Buffer.from(bytes).toString('latin1').split(/\r?\n/);
}
