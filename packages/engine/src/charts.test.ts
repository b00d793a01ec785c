import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCharts, shownBy, writeCharts } from './testing/charts.ts';

/** Every `charts/*.txt` of the engine; `npm test -- charts --update` writes what is calculated into them. */
const files = globSync('**/charts/*.txt', { cwd: import.meta.dirname }).sort();

const isUpdating = () => expect.getState().snapshotState?.snapshotUpdateState === 'all';

describe.each(files)('%s', (name) => {
  const path = join(import.meta.dirname, name);
  const file = parseCharts(readFileSync(path, 'utf8'));
  describe.each(file.sections)('$title', (section) => {
    it.each(section.cases)('$title', (one) => {
      const last = one.rows.findLastIndex(({ shown }) => shown !== '');
      const written = one.rows.slice(0, last + 1).map(({ shown }) => shown);
      const shown = shownBy(file, section, one);
      expect(shown).toEqual(isUpdating() ? shown : written);
    });
  });

  it('is laid out as it is written', async () => {
    await expect(writeCharts(file)).toMatchFileSnapshot(path);
  });
});
