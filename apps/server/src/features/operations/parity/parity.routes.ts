import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { readCertificate, writeCertificate } from './parity.service.ts';

export const parityRoutes: Handlers<typeof api.parity> = {
  read: (context, { params }) => readCertificate(context, params.id),
  csv: async (context, { params }, { reply }) => {
    const text = await writeCertificate(context, params.id);
    return reply
      .header('content-disposition', `attachment; filename="parity-${params.id}.csv"`)
      .header('x-content-type-options', 'nosniff')
      .type('text/csv; charset=utf-8')
      .send(text);
  },
};
