/** `npm run coverage:calls`: how many of the calls that the specification names are served, by group; `-- --missing` lists the others. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '@gantry/contract';
import { callsOf, coverageOf, inLines, servedBy } from './call-coverage.ts';

const data = process.env['GANTRY_TEST_DATA'];
if (data) {
  const calls = callsOf(readFileSync(join(data, '../spec/calls.tsv'), 'utf8'));
  const coverage = coverageOf(calls, servedBy(openApiDocument() as Parameters<typeof servedBy>[0]));
  console.log(inLines(coverage, process.argv.includes('--missing')).join('\n'));
} else {
  console.error('GANTRY_TEST_DATA names the folder of test data, beside which the specification lies; it is not set.');
  process.exitCode = 1;
}
