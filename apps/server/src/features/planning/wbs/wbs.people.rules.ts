import { executorsAmong } from '@gantry/domain';

type Member = { id: number; name: string; executor: boolean };
type Person = Member & { specialties: readonly number[] };
type Specialty = { id: number; people: readonly { user_id: number }[] };

/** Who can be chosen for a row, and who of them can carry out works that need a specialty (null: any). */
export type KnownPeople = {
  people: ReadonlyMap<number, Person>;
  specialties: ReadonlySet<number>;
  able(specialty: number | null): ReadonlySet<number>;
};

export const NOBODY: KnownPeople = { people: new Map(), specialties: new Set(), able: () => new Set() };

/** The members of a space with their specialties; each list is gone through once, whatever the number of rows. */
export function knownPeople(members: readonly Member[], specialties: readonly Specialty[]): KnownPeople {
  const held = new Map<number, number[]>(members.map(({ id }) => [id, []]));
  for (const { id, people } of specialties) for (const userId of new Set(people.map(({ user_id }) => user_id))) held.get(userId)?.push(id);
  const people = new Map(members.map((member) => [member.id, { ...member, specialties: held.get(member.id) ?? [] }]));
  const all = [...people.values()];
  const ableFor = new Map<number | null, ReadonlySet<number>>();
  return {
    people,
    specialties: new Set(specialties.map(({ id }) => id)),
    able(specialty) {
      const known = ableFor.get(specialty) ?? new Set(executorsAmong(all, specialty).map(({ id }) => id));
      ableFor.set(specialty, known);
      return known;
    },
  };
}
