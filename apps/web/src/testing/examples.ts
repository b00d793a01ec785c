import { api, type Job, type Output } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, RIGHTS_OF_ROLE, SPACE_RIGHTS, SPACE_ROLES, type SpaceRight } from '@gantry/domain';
import { answer } from './fake-server.ts';

type SystemState = Output<typeof api.system.state>;
type SpaceConfig = Output<typeof api.users.spaceConfig>;

/** An installation as it comes. */
export const SYSTEM: SystemState = {
  product: 'gantry',
  version: '0.1.0',
  allowed_langs: ['en-US', 'ru', 'fr'],
  default_lang: 'en-US',
  support: { email: '', phone: '' },
  sign_in_methods: ['password'],
  registration_open: true,
  restore_by_answer: true,
  idleness_minutes: 30,
  remove_wbs_at_once: 100,
  upload_bytes: 100 * 1024 * 1024,
  import_bytes: 512 * 1024 * 1024,
  health: 'ok',
};

/** Who is signed in. */
export const ADA: Output<typeof api.users.whoAmI> = {
  id: 1,
  login: 'ada',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  language: 'en-US',
  secret_question: 'First engine?',
  privacy_accepted_at: null,
  privacy_pending: false,
  avatar: null,
  administrator: false,
};

/** A space with a licence, and what the person may in it. */
const SPACE: SpaceConfig = {
  space_id: 1,
  space_name: 'Harbour',
  currency: 'EUR',
  status: 'active',
  role: 'administrator',
  role_name: null,
  executor: false,
  rights: [...SPACE_RIGHTS],
  grants: [],
  acting_for: null,
  license: { state: 'licensed', expires_at: null, days_left: null, full: [], estimate: true, bim: true },
};

/** Somebody is signed in who may do this in the space; everything where nothing is said. */
export function signedInWith(rights: readonly SpaceRight[] = SPACE_RIGHTS, more: Partial<SpaceConfig> = {}): void {
  answer(api.system.state, SYSTEM);
  answer(api.users.whoAmI, ADA);
  answer(api.users.spaceConfig, { ...SPACE, rights: [...rights], ...more });
}

type Member = Output<typeof api.spaces.users>['users'][number];

/** A member of the space. */
export const memberOf = (id: number, first_name: string, more: Partial<Member> = {}): Member => ({
  id,
  login: first_name.toLowerCase(),
  first_name,
  last_name: '',
  role: 'viewer',
  role_id: BUILT_IN_ROLE_ID.viewer,
  role_name: null,
  executor: false,
  avatar: null,
  status: 'active',
  ...more,
});

type Role = Output<typeof api.roles.list>['roles'][number];

/** The roles that every space has. */
export const BUILT_IN_ROLES: Role[] = SPACE_ROLES.map((code) => ({
  id: BUILT_IN_ROLE_ID[code],
  code,
  name: code,
  rights: [...RIGHTS_OF_ROLE[code]],
  changed: false,
  members: 0,
}));

/** A job as the API returns it. */
export const jobOf = (id: number, more: Partial<Job> = {}): Job => ({
  id,
  kind: 'import',
  title: 'Tower',
  status: 'running',
  progress: 0.5,
  stage: '',
  result: null,
  findings: [],
  findings_count: { error: 0, warning: 0, info: 0 },
  error: null,
  created_at: '2026-03-02T09:00:00Z',
  finished_at: null,
  ...more,
});

/** A version that has options of a calculation, and none yet. */
export const TIMETABLE_STATE: Output<typeof api.timetable.state> = {
  status: 0,
  data_date: null,
  finish: null,
  calculated_at: null,
  input_revision: null,
  hash: null,
  critical_count: 0,
  issues: [],
  settings: {
    rules: 'p6',
    data_date: '2026-03-02T08:00',
    progress_mode: 'retained_logic',
    lag_calendar: 'predecessor',
    use_expected_finish: false,
    float_type: 'finish',
    open_ends_critical: false,
    critical_by: 'total_float',
    critical_float_minutes: 0,
    near_critical_float_minutes: 480,
    must_finish_by: null,
    progress_scenario: null,
    rate_of_progress: 'plan',
    rate_of_fact: 'fact',
    progress_by: null,
    external_relations: 'live',
  },
};
