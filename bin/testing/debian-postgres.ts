import fs from 'node:fs'

/** Returns the folder of the newest installed server, or undefined. */
export function findDebianPostgres(): string | undefined {
  return fs.globSync('/usr/lib/postgresql/*/bin').sort().at(-1)
}
