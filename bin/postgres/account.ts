/**
 * Postgres refuses to run as root: root uses an existing unprivileged account and never creates one. Null
 * means the current account.
 */
import fs from 'node:fs'

export type PostgresAccount = { uid: number; gid: number; name: string } | null

export function unprivilegedAccount(): PostgresAccount {
  if (process.getuid?.() !== 0) return null
  const rows = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  // initdb needs a passwd entry, so an arbitrary uid would fail.
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody')
  if (!row) {
    throw new Error(
      'Running as root, and there is no "postgres" or "nobody" account to run Postgres as. Set DATABASE_URL instead.',
    )
  }
  return { name: row[0]!, uid: Number(row[2]), gid: Number(row[3]) }
}

export function runAs(account: PostgresAccount): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {}
}
