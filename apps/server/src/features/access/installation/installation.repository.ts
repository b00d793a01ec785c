import { sql } from 'kysely';
import { ARCHIVE_FAILS } from '../../../platform/postgres/settings.ts';
import { personLogin, personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db } from '../../../platform/postgres/database.ts';

/** Counts the contents of the installation; needs a transaction of its own. */
export async function readFigures(db: Db, now: Date) {
  const { rows } = await sql<{
    database: string;
    database_bytes: number;
    people: number;
    spaces: number;
    sessions: number;
    waiting: number;
    running: number;
    failed: number;
    failing: boolean;
    spaces_proven: number;
  }>`
    select current_setting('server_version') as database, pg_database_size(current_database()) as database_bytes,
           (select count(*) from app_user where status = 'active') as people, (select count(*) from space) as spaces,
           (select count(*) from session where expires_at > now()) as sessions,
           (select count(*) from job where status = 'waiting') as waiting, (select count(*) from job where status = 'running') as running,
           (select count(*) from job where status = 'failed' and finished_at > now() - interval '1 day') as failed,
           (select ${sql.raw(ARCHIVE_FAILS)} from pg_stat_archiver) as failing,
           (select count(distinct space_id) from backup
            where state = 'proven' and proved_at > ${now}::timestamptz - interval '8 days' and proved_at <= ${now}::timestamptz + interval '1 hour') as spaces_proven`.execute(
    db,
  );
  return rows[0];
}

const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Spaces by name with how much is in each and who owns it, and how many there are of the kind that is searched for. */
export async function listSpaces(db: Db, { search, limit }: { search?: string; limit: number }) {
  const wanted = search ? like(search) : null;
  const { rows } = await sql<
    Pick<Row<'space'>, 'id' | 'name' | 'kind' | 'created_at' | 'deleting'> & {
      owners: string[];
      members: number;
      projects: number;
      total: number;
    }
  >`
    select s.id, s.name, s.kind, s.created_at, s.deleting,
           (select count(*) from space_user m where m.space_id = s.id and m.status = 'active') as members,
           (select count(*) from eps_node n where n.space_id = s.id and n.kind = 'project') as projects,
           array(select ${personName('u')}
                 from space_user m join app_user u on u.id = m.user_id
                 where m.space_id = s.id and m.role = 'owner' and m.status = 'active' order by 1) as owners, s.total
    from (
      select id, name, kind, created_at, deleting, count(*) over () as total from space
      where ${wanted}::text is null or name ilike ${wanted} order by lower(name), id limit ${limit}
    ) s order by lower(s.name), s.id`.execute(db);
  return rows;
}

/** People by name, with how many there are of the kind that is searched for. */
export async function listPeople(db: Db, { search, limit }: { search?: string; limit: number }) {
  const wanted = search ? like(search) : null;
  const { rows } = await sql<
    Pick<Row<'app_user'>, 'id' | 'status' | 'administrator' | 'created_at'> & {
      login: string | null;
      email: string | null;
      name: string;
      spaces: number;
      sessions: number;
      last_activity: Date | null;
      total: number;
    }
  >`
    select u.id, ${personLogin('u')} as login, case when u.password_hash <> '' then u.email end as email, ${personName('u')} as name, u.status, u.administrator,
           u.created_at, (select count(*) from space_user m where m.user_id = u.id) as spaces,
           (select count(*) from session s where s.user_id = u.id and s.expires_at > now()) as sessions,
           (select max(s.last_activity) from session s where s.user_id = u.id) as last_activity, count(*) over () as total
    from app_user u
    where ${wanted}::text is null or concat_ws(' ', case when u.password_hash <> '' then u.login || ' ' || u.email end, u.first_name, u.last_name) ilike ${wanted}
    order by lower(u.last_name), lower(u.first_name), u.id limit ${limit}`.execute(db);
  return rows;
}
