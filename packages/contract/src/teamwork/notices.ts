import { isTimeZone, NOTICE_KIND_NAMES, NOTICE_MAIL_TIMES } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, atNode, endpoint, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';

export const noticesErrors = {
  'notice.not_found': 404,
  'notice.gone': 404,
  'notice.link_not_valid': 404,
  'notice.no_web_push': 422,
} as const;

const kind = z.enum(NOTICE_KIND_NAMES);

/** A notice; where its place is no longer in the person's reach it names nothing of it. */
const notice = z.object({
  id: z.number(),
  kind,
  actor: z.string().nullable(),
  node_id: z.number().nullable(),
  node_name: z.string().nullable(),
  row_id: z.number().nullable(),
  row_code: z.string().nullable(),
  /** What the work is called, or the card of a board. */
  row_name: z.string().nullable(),
  /** How many works the act touched. */
  count: z.number(),
  date: z.string().nullable(),
  at: z.string(),
  checked: z.boolean(),
});
export type Notice = z.output<typeof notice>;

const hour = z.number().int().min(0).max(23);
const settings = z.object({
  /** Whether no letters come at all. */
  mail_off: z.boolean(),
  mail: z.record(z.enum(NOTICE_KIND_NAMES), z.enum(NOTICE_MAIL_TIMES)),
  /** Which kinds are shown on the desktop of whoever has switched that on in a browser. */
  desktop: z.record(z.enum(NOTICE_KIND_NAMES), z.boolean()),
  /** The hour of letters that come once a day or a week. */
  hour,
  /** The zone that the hours are of; null: that of the space. */
  time_zone: z.string().max(64).refine(isTimeZone, 'validation.time_zone').nullable(),
  /** Hours between which letters wait that would come by themselves; null: none. */
  quiet: z.strictObject({ from: hour, to: hour }).nullable(),
});
const changes = settings.extend({
  mail: z.partialRecord(z.enum(NOTICE_KIND_NAMES), z.enum(NOTICE_MAIL_TIMES)),
  desktop: z.partialRecord(z.enum(NOTICE_KIND_NAMES), z.boolean()),
});
export type NoticeSettings = z.output<typeof settings>;

/** Ways that a notice comes: the page's bell, a letter, or the desktop while no page is open. */
const channel = z.enum(['page', 'mail', 'desktop']);
export type NoticeChannel = z.output<typeof channel>;
const trial = z.object({
  channel,
  sent: z.boolean(),
  /** Why nothing was sent. */
  reason: z.enum(['no_mail_server', 'mail_off', 'no_web_push', 'no_device']).nullable(),
});

/** A browser as the Push API describes it. */
const device = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(1000),
  keys: z.strictObject({
    // A point of P-256 and 16 bytes, in base64url.
    p256dh: z.string().regex(/^B[\w-]{86}$/),
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
});

const page = z.object({ notices: z.array(notice), next: z.number().nullable() });
const paging = z.object({ before: pathId.optional(), limit: z.coerce.number<number>().int().min(1).max(100).default(50) });
const one = z.object({ id: pathId });
/** The newest notice that was in sight: what came meanwhile stays. */
const until = z.object({ until: pathId.optional() });

const status = { unread: z.number(), area: z.number(), by_kind: z.partialRecord(kind, z.number()) };
export type NoticesStatus = z.output<z.ZodObject<typeof status>>;

/** Works shown of those that wait for a report. */
export const DUE_WORKS_SHOWN = 100;

const dueWorks = z.object({
  /** How many works of the caller were begun and have no report in the period. */
  due: z.number(),
  period: z.object({ from: z.string(), to: z.string() }),
  rows: z.array(
    z.object({
      schedule_id: z.number(),
      schedule_name: z.string(),
      version_id: z.number(),
      row_id: z.number(),
      code: z.string(),
      name: z.string(),
    }),
  ),
});
/** The day that is asked about; today where none is named. */
const ofDay = z.object({ day: z.iso.date().optional() });

export const notices = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/notices',
    summary: 'Notices of the caller, newest first',
    right: 'space.read',
    place: ANYWHERE,
    query: paging,
    output: page,
  }),
  area: endpoint({
    method: 'GET',
    path: '/api/v1/notices/personal-area',
    summary: 'Notices that await an act of the caller, newest first',
    right: 'space.read',
    place: ANYWHERE,
    query: paging,
    output: page,
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/v1/notices/notices-status',
    summary: 'How many notices the caller has not looked at: all, in the personal area, and by kind',
    right: 'space.read',
    place: ANYWHERE,
    output: z.object(status),
  }),
  open: endpoint({
    method: 'GET',
    path: '/api/v1/notices/personal-area/{id}/actual-version-and-set-checked',
    summary: 'Where a notice leads: the version that counts and its row, by its id, else by its code. The notice counts as looked at',
    right: 'space.read',
    place: ANYWHERE,
    params: one,
    changesData: true,
    output: z.object({ schedule_id: z.number(), version_id: z.number().nullable(), row_id: z.number().nullable() }),
  }),
  timesheet: endpoint({
    method: 'GET',
    path: '/api/v1/notices/timesheet-notification',
    summary: 'Works that the caller carries out, has begun and has not reported on for a day, over all schedules',
    right: 'space.read',
    place: ANYWHERE,
    query: ofDay,
    output: dueWorks,
  }),
  timesheetOf: endpoint({
    method: 'GET',
    path: '/api/v1/notices/personal-area/{id}/timesheet-notification',
    summary: 'The same of the schedule that a notice is about',
    right: 'space.read',
    place: ANYWHERE,
    params: one,
    query: ofDay,
    output: dueWorks,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/notices/{id}',
    summary: 'Take a notice out of the list',
    right: 'space.read',
    place: ANYWHERE,
    params: one,
  }),
  removeAll: endpoint({
    method: 'DELETE',
    path: '/api/v1/notices/all',
    summary: 'Empty the list, up to a notice',
    right: 'space.read',
    place: ANYWHERE,
    query: until,
  }),
  removeFromArea: endpoint({
    method: 'DELETE',
    path: '/api/v1/notices/{id}/personal-area',
    summary: 'Take a notice out of the personal area',
    right: 'space.read',
    place: ANYWHERE,
    params: one,
  }),
  removeAllFromArea: endpoint({
    method: 'DELETE',
    path: '/api/v1/notices/all/personal-area',
    summary: 'Empty the personal area, up to a notice',
    right: 'space.read',
    place: ANYWHERE,
    query: until,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/v1/eps/{id}/notice-test',
    summary: 'Send the caller a notice of this node, to see that notices arrive',
    right: 'structure.read',
    place: atNode('id'),
    params: one,
    output: z.object({ success: z.literal(true), id: z.number(), channels: z.array(trial) }),
  }),
  testChannel: endpoint({
    method: 'POST',
    path: '/api/v1/notices/test',
    summary: 'Send the caller something by one channel, to see that it arrives; the answer says where it is off and why',
    right: 'space.read',
    place: ANYWHERE,
    body: z.strictObject({ channel: channel.exclude(['page']) }),
    output: trial,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/v1/notices/settings',
    summary: 'How notices of the space come to the caller',
    right: 'space.read',
    place: ANYWHERE,
    output: settings.extend({
      /** Where letters go. */
      address: z.string(),
      /** Whether the installation has a mail server. */
      delivers: z.boolean(),
      /** The key that a browser asks for; null where the installation calls no push services. */
      web_push: z.string().nullable(),
    }),
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/api/v1/notices/settings',
    summary: 'Say how notices of the space come to the caller; what is left out stays',
    right: 'space.read',
    place: ANYWHERE,
    body: z.strictObject(changes.partial().shape),
  }),
  addDevice: endpoint({
    method: 'POST',
    path: '/api/v1/notices/devices',
    summary: 'Let notices reach the browser of this session while no page is open, until it is signed out',
    right: 'space.read',
    place: ANYWHERE,
    body: device,
  }),
  removeDevice: endpoint({
    method: 'DELETE',
    path: '/api/v1/notices/devices',
    summary: 'Let no more notices reach a browser without a page',
    right: 'space.read',
    place: ANYWHERE,
    body: device.pick({ endpoint: true }),
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/v1/notices/unsubscribe',
    summary: 'End the letters about notices of a space by the token of a letter, as RFC 8058 has it',
    right: 'public',
    query: z.object({ token: z.string().max(128) }),
    request: 'form',
    // Mail programs send `List-Unsubscribe=One-Click`.
    body: z.looseObject({}).default({}),
    output: z.object({ success: z.literal(true), space_name: z.string() }),
  }),
};

export const noticesEvents = {
  /** The counts of a person have changed; `latest` says what came, for a toast, and `desktop` whether it is to be seen beside the browser. */
  notices_status: event({ ...status, latest: notice.nullable(), desktop: z.boolean() }, { id: z.number().nullable() }),
  /** A work, or the first of several, awaits what its curator decides of an estimate; sent to them. */
  task_need_action: heardBy(
    'plan.read',
    'version',
    'version_id',
    event({ version_id: z.number(), wbs_id: z.number(), kind: z.literal('task_need_accept_expert_data') }),
  ),
};
