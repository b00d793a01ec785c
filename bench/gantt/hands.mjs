// node hands.mjs [folder for pictures]: every gesture and key of the chart, by real input in Chromium; fails loudly.
import { finish } from './hands-stage.mjs';

for (const topic of ['bars', 'cells', 'whole']) await import(`./hands-${topic}.mjs`);
const failures = await finish();
if (failures.length > 0) process.exit(1);
