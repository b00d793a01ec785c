/**
 * Gates of operations, by parts: `npm run bench:operations -- backups swap moments copies distributions monitoring rolling upgrades demo
 * audit`; without names all of them. `--rows`, `--versions`, `--files`, `--moments` and `--entries` say how much; `--former FOLDER` is an older
 * release with its packages, which two servers leave one after the other in `rolling`, and of which `upgrades` restores a backup. How well
 * works are divided is `npm run bench:decompose`.
 */

import { api } from '@gantry/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type GatedFigure, holdToGates, share } from '../gates.ts';
import { audit } from './audit.ts';
import { backups, swap } from './backups.ts';
import { copies } from './copies.ts';
import { distributions } from './distributions.ts';
import { moments } from './moments.ts';
import { ended, openPlace, type Place, seconds } from './place.ts';
import { rolling } from './rolling.ts';
import { upgrades } from './upgrades.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '20000' },
    versions: { type: 'string', default: '5' },
    files: { type: 'string', default: '5' },
    moments: { type: 'string', default: '5' },
    entries: { type: 'string', default: '300000' },
    former: { type: 'string' },
  },
});
const PARTS: Record<string, (place: Place) => Promise<void>> = {
  backups,
  swap,
  moments,
  copies,
  distributions,
  monitoring,
  rolling: (place) => rolling(place, values.former),
  upgrades: (place) => upgrades(place, values.former),
  demo,
  audit: (place) => audit(place, Number(values.entries)),
};
const unknown = positionals.filter((name) => !(name in PARTS));
if (unknown.length) throw new Error(`Name any of ${Object.keys(PARTS).join(', ')}.`);
const amount = {
  rows: Number(values.rows),
  versions: Number(values.versions),
  files: Number(values.files),
  moments: Number(values.moments),
};

const figures: GatedFigure[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (positionals.length && !positionals.includes(name)) continue;
  const place = await openPlace(amount, figures);
  try {
    await part(place);
  } finally {
    await place.close();
  }
}
holdToGates(figures);
process.exit();

/** O8: what a scrape of the figures costs. */
async function monitoring(place: Place): Promise<void> {
  const port = 20_000 + (process.pid % 20_000);
  await place.serve({ environment: { GANTRY_METRICS: `127.0.0.1:${port}` } });
  const times: number[] = [];
  let bytes = 0;
  for (let at = 0; at < 20; at++) {
    const scrape = async () => (bytes = (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).length);
    times.push(1000 * (await seconds(scrape)));
  }
  place.note('scrape, median', share(times, 0.5), 'ms', 20);
  place.note('scrape', bytes / 1024, 'KB', 512);
}

/** O9: a demo space in each language, and how many of its tables are empty. */
async function demo(place: Place): Promise<void> {
  const { person } = await place.serve();
  const space = await person.call(api.spaces.create, { body: { name: 'Demo of the bench' } });
  const owner = person.inSpace(space.id);
  const isLeft = async () =>
    (await owner.call(api.jobs.list, { query: {} })).jobs.some(({ status }) => ['waiting', 'running'].includes(status));
  const fill = async () => {
    await ended(owner, (await owner.call(api.demoData.fill, { params: { id: space.id } })).job_id);
    // What it uploads is read and linked by jobs of its own.
    while (await isLeft()) await pause(200);
  };
  place.note('demo space filled', await seconds(fill), 's', 60);
}
