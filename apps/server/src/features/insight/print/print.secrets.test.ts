import { api } from '@gantry/contract';
import { attributeColumn, DEFAULT_PRINT_FORMAT, DEFAULT_PRINT_SETTINGS } from '@gantry/domain';
import { expect, test } from 'vitest';
import { readPdf } from '../../../testing/pdf.ts';
import { anna, bytesOf, fileOf, secret, TEXT, vera, version, withSecrets } from '../../../testing/samples/secret-values.ts';
import type { Person } from '../../../testing/world.ts';

withSecrets();

/** Everything that a print of a person with every column says. */
async function textOf(person: Person): Promise<string> {
  const columns = ['name', 'plannedCost', 'actualCost', ...Object.values(secret).map((id) => attributeColumn(id))];
  const wide = { fit: 'true' as const, pages: 1 };
  const settings = { ...DEFAULT_PRINT_SETTINGS, columns, wide, bar_text: attributeColumn(secret.text) };
  const headers = { ...DEFAULT_PRINT_FORMAT.headers, upper_left: '{{filter}} {{passport("secret_text")}}' };
  const format = { ...DEFAULT_PRINT_FORMAT, sheet_width: 2000, headers };
  const { status, bytes } = await bytesOf(person, api.print.print, { params: { id: version }, body: { settings, format } });
  expect(status).toBe(200);
  return readPdf(await fileOf(person, bytes)).texts.join('\n');
}

test('no page holds an attribute that is hidden from who prints, nor what things cost', { timeout: 120_000 }, async () => {
  const [whole, seen] = [await textOf(anna), await textOf(vera)];
  const secrets = [TEXT, 'secret_text', 'Cost', '987\u00a0654.32', '918\u00a0273.46'];
  for (const one of secrets) expect(whole, one).toContain(one);
  for (const one of [...secrets, 'CANARY', '246\u00a0913\u00a0578']) expect(seen, one).not.toContain(one);
  for (const text of [whole, seen]) expect(text).toContain('seen by all');
});
