import { api, type Job } from '@gantry/contract';
import type { Person } from './world.ts';

type Sample = { number: string; amounts?: readonly string[]; type?: string; made?: (amount: string) => string };

/** A small local estimate (GGE XML) with one section and a machine of two tons for each amount; `made` gives what an item has besides. */
export function gge({ number, amounts = ['10.10', '20.20'], type = 'ЛС', made = () => '' }: Sample): Buffer {
  const items = amounts.map(
    (amount, at) =>
      `<Item><WorkType>Прочее</WorkType><Machine><Num>${at + 1}</Num><Code>A-${at + 1}</Code><Name>Waste ${at + 1}</Name><Unit>t</Unit>` +
      `<ConsumptionTotal>2</ConsumptionTotal></Machine>${made(amount)}<Totals><Current>${amount}</Current></Totals></Item>`,
  );
  const total = amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n);
  const text = `<?xml version="1.0"?><Construction><Meta><File><Type>${type}</Type></File></Meta><Object><Estimate><Num>${number}</Num><Name>Waste</Name><EstimatePrice><Total>${total / 100n}.${String(total % 100n).padStart(2, '0')}</Total></EstimatePrice><Sections><Section><Code>1</Code><Name>All</Name><Items>${items[0]}<FreeString>note</FreeString>${items.slice(1).join('')}</Items></Section></Sections></Estimate></Object></Construction>`;
  return Buffer.from(text);
}

/** One resource of an item (GGE XML), which its amount has within it. */
export const sand = (amount: string): string =>
  `<ResourcesInternal><Material><Code>S-1</Code><Name>Sand</Name><Unit>m3</Unit><ConsumptionTotal>1.5</ConsumptionTotal><PricePerUnitCur>4</PricePerUnitCur><PriceTotalCur>${amount}</PriceTotalCur></Material></ResourcesInternal>`;

/** Uploads the file of an estimate and waits until it is read. */
export async function uploadEstimate(
  person: Person,
  file: Buffer,
  fields: Record<string, string | number>,
  { name = 'estimate.gge', fails = false }: { name?: string; fails?: boolean } = {},
): Promise<{ estimate_id: number; job: Job }> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
  form.append('file', new Blob([new Uint8Array(file)]), name);
  const answer = await person.ok(api.estimates.upload, {}, { raw: form });
  const job = await untilEnded(person, answer.job_id);
  if (fails !== (job.status === 'failed')) throw new Error(`the import ended as ${job.status}: ${JSON.stringify(job.error)}`);
  return { estimate_id: Number(job.result?.['estimate_id'] ?? answer.estimate_id), job };
}

/** Makes a schedule with a version and its works; `project` is where estimates of the schedule belong. */
export async function planWith(person: Person, works: readonly Parameters<Person['item']>[1][] = []) {
  const schedule = await person.schedule('Hall');
  const version = await person.version(schedule);
  const project = (await person.ok(api.eps.tree)).nodes.find(({ id }) => id === schedule)?.parent_id ?? 0;
  const ids: number[] = [];
  for (const work of works) ids.push(await person.item(version, work));
  return { project, schedule, version, works: ids };
}

/** Also before tests, where nothing can be polled by an expectation. */
async function untilEnded(person: Person, id: number): Promise<Job> {
  for (;;) {
    const job = await person.ok(api.jobs.get, { params: { id } });
    if (job.finished_at !== null) return job;
    await new Promise((next) => setTimeout(next, 30));
  }
}
