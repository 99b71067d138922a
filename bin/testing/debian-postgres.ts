import fs from 'node:fs'

/** The newest. */
export function findDebianPostgres(): string | undefined {
  return fs.globSync('/usr/lib/postgresql/*/bin').sort().at(-1)
}
