/**
 * `npm run capacity -- --spaces 1000 [--at-work 3 --versions 10 --works 3000]`: what an installation of a size asks of machines.
 * The coefficients were measured on two shared cores with PostgreSQL 15; `docs/operations/scale.md` says what they leave out.
 */

import { parseArgs } from 'node:util';

/** A space of the installation, and what its people do in the busy hour. */
export type Load = {
  spaces: number;
  /** People of a space at work at once; each has one page open. */
  atWork: number;
  versions: number;
  works: number;
  /** In an hour, by one person at work. */
  edits: number;
  openings: number;
  calculations: number;
  /** Hours of work a year. */
  hours: number;
};

export const USUAL: Omit<Load, 'spaces'> = {
  atWork: 3,
  versions: 10,
  works: 3000,
  edits: 30,
  openings: 4,
  calculations: 2,
  hours: 2000,
};

/** Bytes: a work with its dates, relations and values; an edit in the history and the audit; a row that a calculation moved. */
const BYTES = { work: 1500, edit: 650, movedRow: 20 };
/** Seconds of a core: for an edit, an opening of 3,000 works, a second of an open page. */
const CORE_SECONDS = { edit: 0.015, opening: 0.02, socket: 0.000_03 };
/** Connections of one server to the database: 16 of calls, 16 of jobs, 2 that listen, 10 of threads that read whole versions. */
const CONNECTIONS = 59;
/** What a core, one server and one writing database carry; beyond it stands the next step. */
const LIMITS = { socketsOfServer: 5000, serversWithoutPool: 3, editsOfWriter: 900, bytesOfMachine: 2e12 };

export type Capacity = {
  sockets: number;
  editsASecond: number;
  openingsASecond: number;
  bytes: number;
  bytesAYear: number;
  cores: number;
  servers: number;
  connections: number;
  step: string;
};

/** What a load takes. */
export function capacityOf(load: Load): Capacity {
  const sockets = load.spaces * load.atWork;
  const aSecond = (anHour: number) => (sockets * anHour) / 3600;
  const [editsASecond, openingsASecond] = [aSecond(load.edits), aSecond(load.openings)];
  const bytes = load.spaces * load.versions * load.works * BYTES.work;
  const hoursOfPeople = sockets * load.hours;
  const bytesAYear = hoursOfPeople * (load.edits * BYTES.edit + load.calculations * load.works * BYTES.movedRow);
  const opening = CORE_SECONDS.opening * (load.works / USUAL.works);
  const cores = editsASecond * CORE_SECONDS.edit + openingsASecond * opening + sockets * CORE_SECONDS.socket;
  const servers = Math.max(1, Math.ceil(sockets / LIMITS.socketsOfServer), Math.ceil(cores / 2));
  return {
    sockets,
    editsASecond,
    openingsASecond,
    bytes,
    bytesAYear,
    cores,
    servers,
    connections: servers * CONNECTIONS,
    step: stepFor({ servers, editsASecond, bytes: bytes + bytesAYear }),
  };
}

function stepFor({ servers, editsASecond, bytes }: { servers: number; editsASecond: number; bytes: number }): string {
  if (editsASecond > LIMITS.editsOfWriter || bytes > 5 * LIMITS.bytesOfMachine) return 'tables distributed by space';
  if (servers > LIMITS.serversWithoutPool || bytes > LIMITS.bytesOfMachine)
    return 'servers behind a pool of connections, a standby, history kept for a year';
  if (servers > 1) return 'several servers, PostgreSQL with a standby, files in a bucket';
  return editsASecond > 1 ? 'one server, PostgreSQL of its own' : 'one server with the built-in database';
}

const rounded = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2))));
const inWords = (bytes: number): string =>
  bytes >= 1e12 ? `${rounded(bytes / 1e12)} TB` : bytes >= 1e9 ? `${rounded(bytes / 1e9)} GB` : `${rounded(bytes / 1e6)} MB`;

/** The capacity as lines for people. */
export function linesOf(capacity: Capacity): string[] {
  return [
    `at work at once (open pages)  ${rounded(capacity.sockets)}`,
    `edits a second                ${rounded(capacity.editsASecond)}`,
    `openings a second             ${rounded(capacity.openingsASecond)}`,
    `data                          ${inWords(capacity.bytes)}`,
    `growth a year                 ${inWords(capacity.bytesAYear)}`,
    `cores of the servers          ${rounded(capacity.cores)}`,
    `servers                       ${capacity.servers}`,
    `connections to the database   ${capacity.connections}`,
    `runs on                       ${capacity.step}`,
  ];
}

/** Reads the command line; a word that is no number is refused by name. */
export function loadOf(args: readonly string[]): Load {
  const options = { spaces: 'spaces', 'at-work': 'atWork', versions: 'versions', works: 'works' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' as const }])),
  });
  const load: Load = { spaces: 1, ...USUAL };
  for (const [name, field] of Object.entries(options)) {
    const given = values[name];
    if (given === undefined) continue;
    const count = Number(given);
    if (!Number.isSafeInteger(count) || count < 1) throw new Error(`--${name} takes a whole number from 1, not "${given}"`);
    load[field] = count;
  }
  return load;
}

if (import.meta.main) {
  try {
    for (const line of linesOf(capacityOf(loadOf(process.argv.slice(2))))) console.log(line);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
