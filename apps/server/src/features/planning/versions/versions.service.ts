import { defaultOptions, formatMinute, minuteAt } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { findDefaultCalendar, followedFields } from '../../catalog/calendars/calendars.service.ts';
import { distributionsAt, givenDistributions } from '../../catalog/distributions/distributions.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { fillVersion, finishFilling } from '../edits/edits.service.ts';
import { addVersion } from '../version-heads/version-heads.service.ts';
import { standardCalendar } from './versions.rules.ts';

/** Creates an empty version: the default calendar of the hierarchy above, else one of five days; the data date today. */
export async function createVersion(context: Context, scheduleId: number, name: string): Promise<number> {
  await getNode(context, scheduleId, 'schedule');
  const today = minuteAt(context.now().toISOString().slice(0, 10));
  const source = await findDefaultCalendar(context, scheduleId);
  const calendar = { ...standardCalendar(1), ...(source ? { ...followedFields(source), sourceId: source.id } : {}) };
  const distributions = await context.read((db) => distributionsAt(db, context.spaceId, scheduleId));
  const options = { ...defaultOptions(today), defaultCalendarId: calendar.id };
  const settings = { id: 2, options, distributions: givenDistributions(distributions) };
  return context.write(async (tx) => {
    const key = await addVersion(context, tx, { scheduleId, name, dataDate: formatMinute(today) });
    await fillVersion(tx, key, 'calendar', [calendar]);
    await fillVersion(tx, key, 'settings', [settings]);
    await finishFilling(context, tx, key, { name: 'version.create', lastId: settings.id, itemCount: 0 });
    return key.versionId;
  });
}
