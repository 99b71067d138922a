/**
 * The tables of the durable engine. Before anybody is let in: work may be put off as soon as the site answers.
 */
import { DBOS } from '@dbos-inc/dbos-sdk'

/** Makes them where they are not there yet. */
export async function migrateEngine(databaseUrl: string): Promise<void> {
  await DBOS.migrate(databaseUrl, { logLevel: 'error' } as never)
}
