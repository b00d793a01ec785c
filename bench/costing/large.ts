import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figure, ratio, ROWS } from './measure.ts';

const RESOURCES = 13;
/** The room of the thread that reads estimates. */
const ROOM = ['--max-old-space-size=1536', '--max-semi-space-size=4'];

/** A GGE file with all that programs write of resources, about 8 kB a row, is read in a process of its own, and its tags alone in another. */
export async function overLargeFile(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-costing-'));
  try {
    const path = join(folder, 'large.gge');
    await write(path);
    const [tags, rows] = ['tags', 'rows'].map((what) => readApart(path, what));
    ratio('read a GGE of 400 MB, against its tags alone', rows.ms, tags.ms, 2.5);
    figure({ name: 'memory of the process that reads it', figure: rows.megabytes, unit: 'MB', gate: 512, floor: tags.megabytes });
    figure({ name: 'rows that it has not', figure: Math.abs(rows.works - ROWS), unit: 'rows', gate: 0 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Read = { ms: number; megabytes: number; works: number };

function readApart(path: string, what: string): Read {
  const child = spawnSync(process.execPath, [...ROOM, join(import.meta.dirname, 'large-reader.ts'), path, what], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout) as Read;
}

async function write(path: string): Promise<void> {
  const stream = createWriteStream(path);
  const put = async (text: string): Promise<void> => {
    if (!stream.write(text)) await new Promise<void>((next) => stream.once('drain', next));
  };
  const resources = Array.from({ length: RESOURCES }, (_none, at) => resource(at)).join('');
  await put(
    `<?xml version="1.0" encoding="UTF-8"?><Construction><Meta><File><Type>ЛС</Type></File></Meta><Object><Estimate><Num>78</Num><Name>Large</Name><EstimatePrice><Total>${ROWS}.00</Total></EstimatePrice><Sections>`,
  );
  for (let at = 0; at < ROWS; at += 1) {
    if (at % 100 === 0) await put(`${at ? '</Items></Section>' : ''}<Section><Code>${at}</Code><Name>Section ${at}</Name><Items>`);
    await put(
      `<Item><WorkType>Строительные</WorkType><Cost><Num>${at + 1}</Num><Code>06-01-${at % 1000}</Code><Name>Устройство бетонной подготовки ${at}</Name><Unit>100 м3</Unit><QuantityTotal>1.5</QuantityTotal></Cost><Resources>${resources}</Resources><Totals><Current>1.00</Current></Totals></Item>`,
    );
  }
  await put('</Items></Section></Sections></Estimate></Object></Construction>');
  await new Promise<void>((done) => void stream.end(done));
}

const resource = (at: number): string =>
  `<Material><Code>01.7.03.01-${at}</Code><Name>Песок природный для строительных работ средний, класс ${at}, с доставкой на объект</Name><Unit>м3</Unit><Quantity>0.${at}</Quantity><QuantityTotal>12.345</QuantityTotal><PriceBase>55.26</PriceBase><PriceCur>812.44</PriceCur><PriceTotalBase>682.18</PriceTotalBase><PriceTotalCur>0.05</PriceTotalCur><Options><Distance>30</Distance><Mass>1.6</Mass><Class>1</Class></Options><Index>14.70</Index><Formula>(12.345 * 1.6) / 1.6 + 0</Formula></Material>`;
