import type { EstimateForm } from '@gantry/domain';
import { type EstimateToWrite, fillSource, type SourceFilled, type TableMapping, writeEstimate } from '@gantry/interchange';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';

/** An estimate to be written in a form, or into the workbook that its rows, in their order, were read from. */
export type EstimateWriting =
  | { estimate: EstimateToWrite; format: EstimateForm }
  | { estimate: EstimateToWrite; format: 'client'; source: Uint8Array; mapping: TableMapping };

serveThread<EstimateWriting, SourceFilled>(async (wanted) =>
  wanted.format === 'client'
    ? fillSource(wanted.source, wanted.mapping, wanted.estimate.rows, wanted.estimate.digits)
    : { bytes: await writeEstimate(wanted.estimate, wanted.format), trouble: null },
);
