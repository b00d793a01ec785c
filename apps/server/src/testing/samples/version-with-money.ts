import { api } from '@gantry/contract';
import type { Person } from '../world.ts';

/** A version with one work of a week from 2 March 2026, planned for 1,000 and done for 300. */
export async function versionWithMoney(person: Person) {
  const schedule = await person.schedule();
  const version = await person.version(schedule);
  const item = await person.item(version, { name: 'Walls', start: '2026-03-02T09:00', duration_minutes: 2400 });
  const days = (values: Record<string, number>) => Object.entries(values).map(([day, value]) => ({ day: `2026-03-${day}`, value }));
  const write = (mode: 'plan' | 'fact', values: Record<string, number>) =>
    person.ok(api.dayValues.write, { params: { id: version, wbsId: item }, body: { measure: 'cost', mode, values: days(values) } });
  await write('plan', { '02': 400, '03': 600 });
  await write('fact', { '02': 300 });
  return { schedule, version, item, write };
}
