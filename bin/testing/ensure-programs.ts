import { ensureProgram, type Program } from './debian-packages.ts'

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

/** Provides PgBouncer: the installed one, else Debian's. */
export function ensurePgBouncer(): Program | undefined {
  return ensureProgram('pgbouncer', {
    installed: FOLDERS.map((folder) => `${folder}/pgbouncer`),
    packaged: 'usr/sbin/pgbouncer',
    libraries: /\blib(?:event|c-?ares)[\w.-]*/g,
  })
}

/** Provides Prometheus' tool: the installed one, else that of Debian's package. */
export function ensurePromtool(): Program | undefined {
  return ensureProgram('prometheus', {
    installed: FOLDERS.map((folder) => `${folder}/promtool`),
    packaged: 'usr/bin/promtool',
  })
}
