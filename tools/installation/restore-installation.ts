/**
 * Makes a new data folder of a copy of an installation: `npm run restore -- --from FOLDER --into NEW_DATA_FOLDER [--at 2026-03-02T08:30:00Z]`,
 * as it was at that moment, or as late as the copy knows. Nothing that is there is touched.
 */

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreInstallation } from '../../apps/server/src/platform/postgres/embedded-postgres.base.ts';

const { values } = parseArgs({ options: { from: { type: 'string' }, into: { type: 'string' }, at: { type: 'string' } } });
if (!values.from || !values.into)
  throw new Error('Say from where and into which new folder: npm run restore -- --from FOLDER --into FOLDER');
const at = values.at ? new Date(values.at) : null;
if (at && Number.isNaN(at.getTime())) throw new Error(`${values.at} is no moment: 2026-03-02T08:30:00Z`);
const { base, until } = await restoreInstallation(resolve(values.from), resolve(values.into), at);
console.log(
  `Restored into ${resolve(values.into)} from ${base.name}; the last change in it is of ${until?.toISOString() ?? base.ended.toISOString()}.`,
);
console.log(`Start it with DATA_DIR=${resolve(values.into)} npm start`);
