/**
 * Names for the statements that come again and again: Postgres then reads and plans each once per connection instead of
 * every time, which for a run's few queries is more than half of their cost. Floor 1, pure.
 *
 * Source: PostgreSQL, "Extended Query", prepared statements; adapter-pg asks for names by `statementNameGenerator`.
 */

/** A text that comes once (a list of many lengths, a report) is not worth its memory in every connection. */
const SEEN_BEFORE = 3
/** Each may hold a plan in every connection, some tens of kilobytes. */
const MAX_NAMES = 200
/** Texts that are waited for to come again. */
const MAX_COUNTED = 1_000

/** Makes the one that names a statement by its text; without a name ('') it is planned anew, as ever. */
export function makeStatementNames(): (statement: { sql: string }) => string {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()

  return ({ sql }) => {
    const name = names.get(sql)
    if (name) return name
    if (names.size >= MAX_NAMES) return ''
    const times = (seen.get(sql) ?? 0) + 1
    if (times <= SEEN_BEFORE) {
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
