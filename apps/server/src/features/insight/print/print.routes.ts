import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import {
  createFormat,
  createSettings,
  listFormats,
  listFormatsOfSpace,
  readSettings,
  removeFormat,
  updateFormat,
  updateSettings,
} from './print.kept.service.ts';
import { addLogo, listLogos, readLogo, removeLogo } from './print.logos.service.ts';
import { countPages, previewPage, startPrint } from './print.service.ts';

export const printRoutes: Handlers<typeof api.print> = {
  print: async (context, { params, body }) => ({ job_id: await startPrint(context, params.id, body) }),
  preview: async (context, { params, body }, { reply }) => {
    const { bytes, mediaType } = await previewPage(context, params.id, body);
    return reply.type(mediaType).send(bytes);
  },
  count: (context, { params, body }) => countPages(context, params.id, body),
  formats: async (context, { params }) => ({ items: await listFormats(context, params.id) }),
  createFormat: async (context, { params, body }) => ({ id: await createFormat(context, params.id, body) }),
  updateFormat: (context, { params, body }) => updateFormat(context, params.id, params.presetId, body),
  removeFormat: (context, { params }) => removeFormat(context, params.id, params.presetId),
  settings: (context, { params }) => readSettings(context, params.id, params.settingsId),
  createSettings: async (context, { params, body }) => ({ id: await createSettings(context, params.id, body) }),
  formatsOfSpace: async (context) => ({ items: await listFormatsOfSpace(context) }),
  logos: async (context) => ({ items: await listLogos(context) }),
  logo: async (context, { params }, { reply }) => {
    const { bytes, mediaType } = await readLogo(context, params.logoId);
    return reply.type(mediaType).send(bytes);
  },
  addLogo: async (context, _, { request }) => ({ id: await addLogo(context, request) }),
  removeLogo: (context, { params }) => removeLogo(context, params.logoId),
  updateSettings: (context, { params, body }) => updateSettings(context, params.id, body),
};
