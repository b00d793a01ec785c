import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import { changeLeveling, previewLeveling } from './timetable.leveling.service.ts';
import { calculateSoon, finishCalculation } from './timetable.service.ts';
import { readScheduleSettings, saveScheduleSettings, saveSettings, setScenario } from './timetable.settings.service.ts';
import { readState } from './timetable.state.service.ts';

const asked = ({ data_date, ...rest }: { data_date?: string; ids?: number[]; auto?: boolean }) => ({ dataDate: data_date, ...rest });

export const timetableRoutes: Handlers<typeof api.timetable> = {
  state: (context, { params }) => readState(context, params.id),
  calculate: async (context, { params, body }) => ({ job_id: await calculateSoon(context, params.id, asked(body)) }),
  calculateNow: (context, { params, body }) => finishCalculation(context, params.id, asked(body)),
  previewLeveling: (context, { params, body }) => previewLeveling(context, params.id, body),
  level: (context, { params, body }) => changeLeveling(context, params.id, body),
  clearLeveling: (context, { params }) => changeLeveling(context, params.id, null),
  saveSettings: (context, { params, body }) => saveSettings(context, params.id, body),
  setScenario: (context, { params, body }) => setScenario(context, params.id, body),
  scheduleSettings: (context, { params, query }) => readScheduleSettings(context, params.id, query.version_id),
  saveScheduleSettings: (context, { params, body }) => saveScheduleSettings(context, params.id, body),
};
