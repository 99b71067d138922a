/**
 * Who runs Postgres. It refuses to run as root, so root hands it to an unprivileged account that exists already,
 * and never makes one.
 */
import fs from 'node:fs'

/** Null when it is simply our own account. */
export type Account = { uid: number; gid: number; name: string } | null

/** Throws a sentence for people when we are root and there is nobody to hand over to. */
export function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return null
  const rows = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  // initdb needs a passwd entry: a made-up uid would fail.
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody')
  if (!row) {
    throw new Error(
      'Running as root, and there is no "postgres" or "nobody" account to run Postgres as. Set DATABASE_URL instead.',
    )
  }
  return { name: row[0]!, uid: Number(row[2]), gid: Number(row[3]) }
}

/** Options for spawn that switch to the account. */
export function runAs(account: Account): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {}
}
