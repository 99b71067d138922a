import fs from 'node:fs'
import path from 'node:path'
import { ensureProgram, type Program } from './debian-packages.ts'

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

export function ensurePgBouncer(): Program | undefined {
  return ensureProgram('pgbouncer', {
    installed: FOLDERS.map((folder) => `${folder}/pgbouncer`),
    packaged: 'usr/sbin/pgbouncer',
    libraries: /\blib(?:event|c-?ares)[\w.-]*/g,
  })
}

export function ensurePromtool(): Program | undefined {
  return ensureProgram('prometheus', {
    installed: FOLDERS.map((folder) => `${folder}/promtool`),
    packaged: 'usr/bin/promtool',
  })
}

/** Returns the library that shifts a program's clock, from an installed faketime or Debian's package. */
export function ensureClockShifter(): string | undefined {
  const program = ensureProgram('faketime', {
    installed: FOLDERS.map((folder) => `${folder}/faketime`),
    packaged: 'usr/bin/faketime',
    libraries: /\blibfaketime\b/g,
  })
  const root = program && path.resolve(program.file, '../..')
  return root && fs.globSync(path.join(root, 'lib/*/faketime/libfaketime.so.1'))[0]
}

export function findDebianPostgres(): string | undefined {
  return fs.globSync('/usr/lib/postgresql/*/bin').sort().at(-1)
}
