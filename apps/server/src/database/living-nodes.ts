import type pg from 'pg';

/** A server that has not been seen for so long has fallen. */
export const GONE_SECONDS = 30;

export type OtherNode = { host: string; program: string; files: string; seconds: number };

/** The servers of the installation that are alive. Databases of early releases know none. */
export async function listLiving(client: pg.Client): Promise<OtherNode[]> {
  const { rows: found } = await client.query<{ name: string | null }>(`select to_regclass('server_node')::text as name`);
  if (found[0].name === null) return [];
  const { rows } = await client.query<OtherNode>(
    `select host, program, files, extract(epoch from now() - seen_at)::int as seconds from server_node
     where seen_at > now() - make_interval(secs => $1) order by started_at`,
    [GONE_SECONDS],
  );
  return rows;
}
