/** Before the site, which may enqueue work, accepts requests. */
export async function migrateEngine(databaseUrl: string): Promise<void> {
  // Only now: a start has launched the other processes before it loads the engine.
  const { DBOS } = await import('@dbos-inc/dbos-sdk')
  await DBOS.migrate(databaseUrl, { logLevel: 'error' } as never)
}
