/**
 * A machine that loses power or its network closes no connection. Without these, Postgres would hold the locks of its
 * transactions for two hours.
 */
import { withClient } from './databases.ts'

const SETTINGS = {
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '60000',
  // For sites behind a pooler, whose connections stay. The site's own transactions end within seconds.
  idle_in_transaction_session_timeout: '60000',
}

/** Sets them for the role of `url` in its database, because a pooler refuses settings of a connection. */
export async function setConnectionTimeouts(url: string): Promise<void> {
  await withClient(url, async (client) => {
    // Sites may start together, and concurrent changes of a role's settings fail.
    await client.query(`begin; select pg_advisory_xact_lock(hashtext('settings of the role'))`)
    const { rows } = await client.query<{ database: string; set: string[] }>(
      `select current_database() as database, coalesce((select setconfig from pg_db_role_setting
         join pg_database on pg_database.oid = setdatabase where datname = current_database() and setrole = current_user::regrole),
         '{}') as set`,
    )
    const { database, set } = rows[0]!
    for (const [name, value] of Object.entries(SETTINGS)) {
      // An operator's own setting stays.
      if (set.some((each) => each.startsWith(`${name}=`))) continue
      await client.query(
        `alter role current_user in database ${client.escapeIdentifier(database)} set ${name} = ${value}`,
      )
    }
    await client.query('commit')
  })
}
