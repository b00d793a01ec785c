/** `npm run fuzz`: broken and hostile files against every reader of interchange; `--each 100000` tries so many of each format. */

import { parseArgs } from 'node:util';
import { fuzz } from './fuzz-run.ts';
import { buildSamples } from './fuzz-samples.ts';

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '100000' },
    each: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'no-bombs': { type: 'boolean', default: false },
  },
});
const start = performance.now();
let shown = 0;
const report = await fuzz({
  inputs: values.each === undefined ? Number(values.inputs) : Number(values.each) * (await buildSamples()).length,
  seed: Number(values.seed),
  bombs: !values['no-bombs'],
  onProgress: (done) => {
    if (done - shown < 10_000) return;
    shown = done;
    console.log(`${done} inputs, ${Math.round((performance.now() - start) / 1000)} s`);
  },
});
console.log(`${report.tried} inputs in ${Math.round((performance.now() - start) / 1000)} s, peak ${Math.round(report.peakMegabytes)} MB`);
for (const [format, { read, refused }] of Object.entries(report.byFormat))
  console.log(`${format.padEnd(8)} read ${read}, refused ${refused}`);
console.log(`slowest: ${Math.round(report.slowest.milliseconds)} ms (${report.slowest.input})`);
for (const { input, trouble } of report.failures) console.log(`FAIL ${input}: ${trouble}`);
process.exitCode = report.failures.length > 0 ? 1 : 0;
