/** Before the site, which may enqueue work, accepts requests. */
import { DBOS } from '@dbos-inc/dbos-sdk'

export async function migrateEngine(databaseUrl: string): Promise<void> {
  await DBOS.migrate(databaseUrl, { logLevel: 'error' } as never)
}
