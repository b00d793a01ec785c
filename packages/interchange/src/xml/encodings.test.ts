import { describe, expect, it } from 'vitest';
import { readMspdi } from '../formats/mspdi/read.ts';
import { CODE_PAGES, encoderOf } from '../text/code-pages.ts';
import type { CodePage } from '../text/code-pages.ts';

const TEXTS: Record<CodePage, string> = {
  'utf-8': 'Бетон Çatı خرسانة 混凝土 🏗',
  'utf-16le': 'Бетон Çatı خرسانة 混凝土 🏗',
  'utf-16be': 'Бетон Çatı خرسانة 混凝土 🏗',
  'windows-1250': 'Železobetonová konstrukce, ściany',
  'windows-1251': 'Устройство фундаментной плиты № 1',
  'windows-1252': 'Béton armé – étage n° 2',
  'windows-1253': 'Εργασίες θεμελίωσης',
  'windows-1254': 'Çatı işleri, ğüşİöç',
  'windows-1255': 'יציקת בטון',
  'windows-1256': 'أعمال الحفر',
  'windows-1257': 'Pamatu būvniecība',
  ibm866: 'Кладка стен',
};

function fileOf(page: CodePage, declared: string, mark: boolean): Buffer {
  const encode = encoderOf(page, (character) => {
    throw new Error(`${page} lacks ${character}`);
  });
  return Buffer.concat([mark ? encode('\ufeff') : Buffer.alloc(0), encode(`<?xml version="1.0"${declared}?><Project><StartDate>2024-01-01T08:00:00</StartDate><Title>${TEXTS[page]}</Title></Project>`)]); // prettier-ignore
}

async function titleOf(bytes: Buffer, codePage?: CodePage): Promise<string | undefined> {
  const { project } = await readMspdi(bytes, codePage ? { codePage } : {});
  return project?.projects[0].name;
}

describe('encodings of XML', () => {
  it.each(CODE_PAGES)('%s, as the file declares it', async (page) => {
    expect(await titleOf(fileOf(page, ` encoding="${page.replace(/^utf-16.e$/, 'UTF-16')}"`, page.startsWith('utf-16')))).toBe(TEXTS[page]);
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)('%s by its mark alone', async (page) => {
    expect(await titleOf(fileOf(page, '', true))).toBe(TEXTS[page]);
  });

  it('obeys an override of a file that declares the wrong one', async () => {
    expect(await titleOf(fileOf('windows-1254', ' encoding="windows-1252"', false), 'windows-1254')).toBe(TEXTS['windows-1254']);
  });

  it('says that it does not know an encoding and reads on', async () => {
    const { project, findings } = await readMspdi(
      Buffer.from('<?xml version="1.0" encoding="x-klingon"?><Project><StartDate>2024-01-01T08:00:00</StartDate></Project>'),
    );
    expect(project).not.toBeNull();
    expect(findings).toContainEqual({ severity: 'warning', code: 'xml.unknown_encoding', line: 1, value: 'x-klingon' });
  });
});
