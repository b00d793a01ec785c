import type { api } from '@gantry/contract';
import type { Handlers, Http } from '../../../platform/http/http.ts';
import { exportComparison, sendComparedRows, sendDifferences } from './compare.service.ts';
import { compareValuesOf, exportValues } from './compare.values.service.ts';

const sent = ({ reply }: Http, { bytes, mediaType, name }: { bytes: Uint8Array; mediaType: string; name: string }) =>
  reply
    .type(mediaType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));

export const compareRoutes: Handlers<typeof api.compare> = {
  compare: (context, { params, body }, { reply }) => sendDifferences(context, params.id, body, reply),
  exportComparison: async (context, { params, body }, http) => sent(http, await exportComparison(context, params.id, body)),
  rows: (context, { params, body }, { reply }) => sendComparedRows(context, params.id, body, reply),
  values: (context, { params, body }) => compareValuesOf(context, params.id, body),
  exportValues: async (context, { params, body }, http) => sent(http, await exportValues(context, params.id, body)),
};
