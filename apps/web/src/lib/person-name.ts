/** A person's first and last name; the login where neither is set. */
export const personName = ({ first_name, last_name, login }: { first_name: string; last_name: string; login: string | null }): string =>
  `${first_name} ${last_name}`.trim() || login || '';
