import type { api } from '@gantry/contract';
import type { Handlers, Http } from '../../../platform/http/http.ts';
import { compareRows, compareVersions, exportComparison } from './compare.service.ts';
import { compareValuesOf, exportValues } from './compare.values.service.ts';

const sent = ({ reply }: Http, { bytes, mediaType, name }: { bytes: Buffer; mediaType: string; name: string }) =>
  reply.type(mediaType).header('content-disposition', `attachment; filename="${name}"`).send(bytes);

export const compareRoutes: Handlers<typeof api.compare> = {
  compare: (context, { params, body }) => compareVersions(context, params.id, body),
  exportComparison: async (context, { params, body }, http) => sent(http, await exportComparison(context, params.id, body)),
  rows: (context, { params, body }) => compareRows(context, params.id, body),
  values: (context, { params, body }) => compareValuesOf(context, params.id, body),
  exportValues: async (context, { params, body }, http) => sent(http, await exportValues(context, params.id, body)),
};
