import { ensureProgram, type Program } from './debian-packages.ts'

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

/** Installed, or Debian's. */
export function ensurePgBouncer(): Program | undefined {
  return ensureProgram('pgbouncer', {
    installed: FOLDERS.map((folder) => `${folder}/pgbouncer`),
    packaged: 'usr/sbin/pgbouncer',
    libraries: /\blib(?:event|c-?ares)[\w.-]*/g,
  })
}

/** Installed, or Debian's. */
export function ensurePromtool(): Program | undefined {
  return ensureProgram('prometheus', {
    installed: FOLDERS.map((folder) => `${folder}/promtool`),
    packaged: 'usr/bin/promtool',
  })
}
