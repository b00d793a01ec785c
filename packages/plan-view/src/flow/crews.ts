/** What a line asks for in a place: its hours, the people of one of its crews, and how many places it goes through. */
export type LineOfWork = { hours: number; gang: number; places: number; dayHours: number };

/** Whole crews that keep a line at a takt, and what they come to. */
export type Crews = {
  /** The people that the takt needs to the letter, and the crews that are enough for it. */
  needed: number;
  crews: number;
  people: number;
  /** Days from place to place as so many crews go, the days of one crew in a place, and those from the first start to the last. */
  taktDays: number;
  placeDays: number;
  spanDays: number;
};

/** Line of balance: crews are whole, so that a line goes a little faster than its takt asks. */
export function crewsAtTakt({ hours, gang, places, dayHours }: LineOfWork, taktDays: number): Crews {
  const needed = hours / (taktDays * dayHours);
  // A quotient that is whole but for its last digit needs no further crew.
  const crews = Math.max(1, Math.ceil(needed / gang - 1e-9));
  const people = crews * gang;
  const pace = hours / (people * dayHours);
  return { needed, crews, people, taktDays: pace, placeDays: hours / (gang * dayHours), spanDays: (places - 1) * pace };
}
