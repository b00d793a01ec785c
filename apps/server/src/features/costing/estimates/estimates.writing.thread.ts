import type { EstimateOutput } from '@gantry/domain';
import { type EstimateToWrite, writeEstimate } from '@gantry/interchange';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';

export type EstimateWriting = { estimate: EstimateToWrite; format: EstimateOutput };

serveThread<EstimateWriting, Uint8Array>(({ estimate, format }) => writeEstimate(estimate, format));
