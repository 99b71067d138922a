/** A statement gets a name after this many uses, because rare ones do not justify memory in every connection. */
const MIN_USES = 3

/** A prepared statement may take some tens of kilobytes per connection. */
const MAX_NAMES = 200
const MAX_COUNTED = 1_000

/**
 * Returns a name generator for Prisma's adapter (`statementNameGenerator`). Postgres plans a named statement once per
 * connection, and planning is more than half the cost of a run's queries. '' means unnamed.
 */
export function makeStatementNames(): (statement: { sql: string }) => string {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()

  return ({ sql }) => {
    const name = names.get(sql)
    if (name) return name
    if (names.size >= MAX_NAMES) return ''
    const times = (seen.get(sql) ?? 0) + 1
    if (times <= MIN_USES) {
      if (seen.size >= MAX_COUNTED) seen.clear()
      seen.set(sql, times)
      return ''
    }
    seen.delete(sql)
    const given = `guildhall_${names.size}`
    names.set(sql, given)
    return given
  }
}
