import { appendIfcSchedule, type IfcOutputs, type IfcSchedule, unpackIfc, writeIfcSchedule } from '@gantry/interchange';
import { readFile, writeFile } from 'node:fs/promises';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';

export type ToWrite = { source: string | null; target: string; plan: IfcSchedule; outputs: IfcOutputs };

/** Writes a plan into the file of a model, or alone; answers whether it is within the model. */
serveThread<ToWrite, boolean>(async ({ source, target, plan, outputs }) => {
  const model = source && (await unpackIfc(await readFile(source)));
  const whole = model && appendIfcSchedule(model, plan, outputs);
  await writeFile(target, whole ?? writeIfcSchedule(plan, outputs), 'latin1');
  return Boolean(whole);
});
