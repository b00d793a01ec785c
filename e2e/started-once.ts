/** A product that was started and stopped once, for the run: journeys begin with a copy of its data folder. */

import { newDataDir, STARTED_ONCE, startProduct } from './product.ts';

/** Called by vitest before the first journey; the workers inherit the variable. */
export default async function setUp(): Promise<() => void> {
  const { dataDir, remove } = newDataDir({ empty: true });
  const product = await startProduct(dataDir);
  await product.stop();
  process.env[STARTED_ONCE] = dataDir;
  return () => {
    delete process.env[STARTED_ONCE];
    remove();
  };
}
