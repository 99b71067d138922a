/** Creates the durable engine's tables. Runs before the site accepts requests, which may enqueue work. */
import { DBOS } from '@dbos-inc/dbos-sdk'

export async function migrateEngine(databaseUrl: string): Promise<void> {
  await DBOS.migrate(databaseUrl, { logLevel: 'error' } as never)
}
