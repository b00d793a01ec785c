import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { readGrid, readGridOfRow } from './day-values.grid.service.ts';
import { planAtDay, setPlanned } from './day-values.planning.service.ts';
import { refreshValues } from './day-values.refresh.service.ts';
import { sumDays } from './day-values.sums.service.ts';
import { readLimit, readValues, saveScheduleSettings } from './day-values.service.ts';
import { clearPlan, writeDays, writeValues } from './writing/day-values.writing.service.ts';

export const dayValuesRoutes: Handlers<typeof api.dayValues> = {
  grid: (context, { params, query }) => readGrid(context, params.id, query),
  sums: (context, { params, query }) => sumDays(context, params.id, { ...query, ids: query.ids.split(',').map(Number) }),
  gridOfRow: (context, { params, query }) => readGridOfRow(context, params.id, params.wbsId, query),
  setDays: (context, { params, body }) => writeDays(context, params.id, body.cells, body.skip_refused),
  setDaysOfRow: (context, { params, body }) => {
    const cells = body.cells.map((cell) => ({ ...cell, item_id: params.wbsId }));
    return writeDays(context, params.id, cells, body.skip_refused);
  },
  setPlanned: (context, { params, body }) => setPlanned(context, params.id, body.ids, body.planned),
  setPlannedOfRow: (context, { params, body }) => setPlanned(context, params.id, [params.wbsId], body.planned),
  planAtDay: (context, { params, query }) => planAtDay(context, params.id, query.day, query.ids?.split(',').map(Number)),
  clearPlan: (context, { params }) => clearPlan(context, params.id, params.wbsId),
  read: (context, { params, query }) => readValues(context, params.id, params.wbsId, query.period),
  write: (context, { params, body }) => writeValues(context, params.id, params.wbsId, body),
  refresh: (context, { params, body }) => refreshValues(context, params.id, body),
  saveScheduleSettings: (context, { params, body }) => saveScheduleSettings(context, params.id, body),
  limit: (context, { params, query }) => readLimit(context, params.id, query.version_id),
};
