/** Must run before the site accepts requests, which may enqueue work. */
export async function migrateEngine(databaseUrl: string): Promise<void> {
  // Loaded late: a start launches the other processes before it loads the engine.
  const { DBOS } = await import('@dbos-inc/dbos-sdk')
  await DBOS.migrate(databaseUrl, { logLevel: 'error' } as never)
}
