import { describe, expect, it } from 'vitest';
import { CODE_PAGES, decoderOf, encoderOf, isSingleByte } from '../../text/code-pages.ts';
import type { CodePage } from '../../text/code-pages.ts';
import { readXer } from './read.ts';

/** A file of one activity with the text as its name; a person's project, so short on purpose. */
function fileOf(text: string, page: CodePage, currency = 'USD'): Buffer {
  const lines = [
    `ERMHDR\t18.8\t2024-01-01\tProject\tadmin\tadmin\tdb\tProject Management\t${currency}`,
    '%T\tPROJECT',
    '%F\tproj_id\tproj_short_name\tlast_recalc_date',
    '%R\t1\tP1\t2024-01-01 08:00',
    '%T\tTASK',
    '%F\ttask_id\tproj_id\ttask_code\ttask_name\ttask_type\tstatus_code',
    ...text.split('|').map((name, i) => `%R\t${i + 1}\t1\tA${100 + i}\t${name}\tTT_Task\tTK_NotStart`),
    '%E',
    '',
  ];
  return encoderOf(page, (character) => {
    throw new Error(`${page} lacks ${character}`);
  })(lines.join('\r\n'));
}

const SAMPLES: [CodePage, string, string?][] = [
  ['windows-1251', 'Разработка котлована|Устройство фундаментной плиты|Монтаж колонн'],
  ['windows-1251', 'Дом'],
  ['windows-1251', 'БЕТОН'],
  ['windows-1251', 'Этап 1'],
  ['windows-1251', 'Улаштування фундаментів|Земляні роботи'],
  ['ibm866', 'Разработка котлована|Устройство фундаментной плиты'],
  ['ibm866', 'Кладка стен'],
  ['windows-1252', 'Rückfahrt'],
  ['windows-1252', 'Execução de Obras|Implantação de Canteiro'],
  ['windows-1252', 'Béton armé – étage n° 2|Coffrage des façades'],
  ['windows-1252', 'Beds… “done” – 25 m²'],
  ['windows-1250', 'Výstavba základů|Železobetonová konstrukce'],
  ['windows-1250', 'Roboty żelbetowe|Ściany działowe'],
  ['windows-1253', 'Εργασίες θεμελίωσης|Σκυρόδεμα'],
  ['windows-1254', 'Temel kazısı|Çatı işleri'],
  ['windows-1255', 'עבודות עפר|יציקת בטון'],
  ['windows-1256', 'أعمال الحفر|صب الخرسانة'],
  ['windows-1256', 'متر مكعب', 'EGP'],
  ['windows-1257', 'Pamatu būvniecība|Sienu mūrēšana'],
  ['utf-8', 'Разработка котлована'],
  ['utf-8', 'Rückfahrt'],
  ['utf-16le', 'Разработка котлована'],
  ['utf-16be', 'Rückfahrt'],
];

describe('code pages', () => {
  it.each(SAMPLES)('reads %s: %s', async (page, text, currency) => {
    const { project } = await readXer(fileOf(text, page, currency));
    expect(project?.projects[0].plan.items.map((item) => item.name)).toEqual(text.split('|'));
    expect([page, 'windows-1252']).toContain(project?.codePage);
    if (/[\u0400-\u04ff]/.test(text)) expect(project?.codePage).toBe(page);
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)('takes a byte order mark off %s', async (page) => {
    const mark = encoderOf(page, () => {})('\ufeff');
    const { project, findings } = await readXer(Buffer.concat([mark, fileOf('Смета', page)]));
    expect(project?.codePage).toBe(page);
    expect(project?.producer.version).toBe('18.8');
    expect(project?.projects[0].plan.items[0].name).toBe('Смета');
    expect(findings).toContainEqual({ severity: 'info', code: 'code_page.detected', parameters: { codePage: page } });
  });

  it('obeys an override and says what it would have chosen', async () => {
    const { project, findings } = await readXer(fileOf('Дом', 'windows-1251'), { codePage: 'windows-1252' });
    expect(project?.projects[0].plan.items[0].name).toBe('Äîì');
    expect(findings).toContainEqual({
      severity: 'info',
      code: 'code_page.overridden',
      parameters: { codePage: 'windows-1252', detected: 'windows-1251' },
    });
  });

  it('keeps reading damaged UTF-8 as UTF-8 and counts the broken characters', async () => {
    const bytes = fileOf('Разработка котлована|Устройство плиты', 'utf-8');
    bytes[bytes.indexOf(Buffer.from('У')) + 1] = 0x20;
    const { project, findings } = await readXer(bytes);
    expect(project?.codePage).toBe('utf-8');
    expect(findings.find((finding) => finding.code === 'code_page.broken_characters')?.parameters?.count).toBe(1);
  });

  it('gives every byte of every page back', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
    for (const page of CODE_PAGES.filter(isSingleByte)) {
      const text = decoderOf(page)(bytes.toString('latin1'));
      const lost: string[] = [];
      expect(encoderOf(page, (character) => lost.push(character))(text).equals(bytes), page).toBe(true);
      expect(lost).toEqual([]);
    }
  });

  it('says which characters a page cannot hold', () => {
    const lost: string[] = [];
    expect(encoderOf('windows-1252', (character) => lost.push(character))('Дa').toString('latin1')).toBe('?a');
    expect(lost).toEqual(['Д']);
  });
});
