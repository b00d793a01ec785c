import { expect, it } from 'vitest';
import { z } from 'zod';
import { EVENTS, type EventData, type EventName, type EventSent, isEventName } from './events.ts';

/** Fields that name a version, a node, a chat or a row of one. */
const PLACES = /^(version|node|schedule|project|eps|wbs|chat|directory)_ids?$/;

/** What a server does with an event, and what a page does. */
function send<N extends EventName>(event: N, data: EventSent[N]): boolean {
  return EVENTS[event].sent.safeParse(data).success;
}
const hear = <N extends EventName>(event: N, listener: (data: EventData[N]) => unknown) => [event, listener].length;

it('lets nobody send what no event says', () => {
  expect(send('version_locked', { version_id: 1, locked: true })).toBe(true);
  // @ts-expect-error: there is no such event
  expect(() => send('version_looked', { version_id: 1 })).toThrow(TypeError);
  // @ts-expect-error: the version is missing
  expect(send('version_locked', { locked: true })).toBe(false);
  // @ts-expect-error: a status of another event
  expect(send('import', { status: 2 })).toBe(false);
  // @ts-expect-error: the whole job is read where it is heard, it does not travel
  expect(send('job', { job: null })).toBe(false);
});

it('lets nobody listen to what is not sent', () => {
  hear('version_edit', ({ diff, author }) => [diff, author]);
  hear('job', ({ job }) => job.progress);
  // @ts-expect-error: there is no such event
  hear('version_looked', () => undefined);
  // @ts-expect-error: the event does not say it
  hear('version_locked', ({ schedule_id }) => schedule_id);
  expect(isEventName('version_edit')).toBe(true);
  expect(isEventName('toString')).toBe(false);
});

it('says of each event that names a place what it is about, so that only readers there hear of it', () => {
  const placeless = Object.entries(EVENTS)
    .filter(([, { about }]) => !about)
    .filter(([, { sent }]) => sent instanceof z.ZodObject && Object.keys(sent.shape).some((field) => PLACES.test(field)))
    .map(([name]) => name);
  // The server answers it to the page that asked, past the channel.
  expect(placeless).toEqual(['subscribed']);
});

/** Names that listeners of the API know; a name that is gone leaves them waiting. */
const KNOWN = `download eps_updated import export timetable_calculate eps_comment_created wbs_print project_import project_export
  estimate_upload estimate_processing estimate_progress bim_model_upload_progress batch_export batch_import batch_calculate batch_stop
  delete_versions schedule_indicator_calculate document_download task_need_action assignment_created assignment_changed
  chat_message_created chat_message_deleted chat_message_updated attribute_replaced wbs_attribute_updated timesheet_created
  timesheet_deleted wbs_storage_uploaded compliance_import_success compliance_import_error notices_status backup_created backup_restored
  remote_space_copy
  space_demo_progress space_delete_progress cost_attribute_result kanban_updated checklist_updated version_locked`;

it('has every event that listeners know by its name', () => {
  expect(KNOWN.split(/\s+/).filter((name) => !isEventName(name))).toEqual([]);
});
