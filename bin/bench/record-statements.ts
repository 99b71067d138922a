import pg from 'pg'

export type Statement = { text: string; values?: unknown[]; rowMode?: 'array' }

/** Records statements through node-postgres, also Prisma's. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function record(this: pg.Client, ...given: unknown[]) {
    const [config, values] = given as [Statement | string, unknown[] | undefined]
    const statement =
      typeof config === 'string' ? { text: config, ...(Array.isArray(values) && { values }) } : config
    if (/^\s*(select|with)/i.test(statement.text))
      statements.push({ text: statement.text, values: statement.values ?? [], rowMode: 'array' })
    return Reflect.apply(query, this, given)
  } as typeof query
  await work().finally(() => {
    pg.Client.prototype.query = query
  })
  return statements
}
