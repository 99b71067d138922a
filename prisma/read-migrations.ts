import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, 'migrations')

/** `checksum` is the SHA-256 that Prisma records. */
export type Migration = { name: string; sql: string; checksum: string }

/** Returns the migrations of this version, in their order. */
export function readMigrations(): Migration[] {
  return fs
    .readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const sql = fs.readFileSync(path.join(FOLDER, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}
