import { sql } from 'kysely';

/** What a person of `app_user` is called: by their name, else by their login; null where a join found nobody. */
export const personName = (table = 'app_user') =>
  sql<string>`coalesce(nullif(trim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}), ''), ${sql.ref(`${table}.login`)})`;

/** The login of a person of `app_user`; null for a name without an account, which the sample or a restored space brought. */
export const personLogin = (table = 'app_user') =>
  sql<string | null>`case when ${sql.ref(`${table}.password_hash`)} <> '' then ${sql.ref(`${table}.login`)} end`;
