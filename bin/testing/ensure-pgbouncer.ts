/** Provides PgBouncer: the installed one, else Debian's package unpacked into a temporary folder. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export type Program = { file: string; env: Record<string, string> }

const INSTALLED = [
  '/usr/sbin/pgbouncer',
  '/usr/bin/pgbouncer',
  '/usr/local/bin/pgbouncer',
  '/opt/homebrew/bin/pgbouncer',
]
const DOWNLOAD_WITHIN_MS = 60_000
const FOLDER = path.join(os.tmpdir(), `guildhall-pgbouncer-${process.getuid?.() ?? 0}`)

export function ensurePgBouncer(): Program | undefined {
  const installed = INSTALLED.map((file): Program => ({ file, env: {} })).find(works)
  if (installed) return installed
  if (works(unpacked())) return unpacked()
  if (!fs.existsSync('/usr/bin/apt-get')) return undefined
  fs.mkdirSync(FOLDER, { recursive: true })
  // Downloads need package lists, which only root can update.
  const isFetched = fetch() || (process.getuid?.() === 0 && apt('update', '-qq') && fetch())
  return isFetched && works(unpacked()) ? unpacked() : undefined
}

function works({ file, env }: Program): boolean {
  return spawnSync(file, ['--version'], { env: { ...process.env, ...env }, stdio: 'ignore' }).status === 0
}

function unpacked(): Program {
  const libraries = fs
    .globSync('usr/lib/*-linux-*', { cwd: FOLDER })
    .map((folder) => path.join(FOLDER, folder))
  return { file: path.join(FOLDER, 'usr/sbin/pgbouncer'), env: { LD_LIBRARY_PATH: libraries.join(':') } }
}

/** The package and two libraries that a minimal Debian lacks; their names depend on the release. */
function fetch(): boolean {
  if (!apt('download', 'pgbouncer')) return false
  const [archive = ''] = fs.globSync('pgbouncer_*.deb', { cwd: FOLDER })
  const needed = spawnSync('dpkg-deb', ['-f', archive, 'Depends'], { cwd: FOLDER, encoding: 'utf8' }).stdout
  const libraries = needed.match(/\blib(?:event|c-?ares)[\w.-]*/g) ?? []
  if (!apt('download', ...libraries)) return false
  return fs
    .globSync('*.deb', { cwd: FOLDER })
    .every(
      (each) => spawnSync('dpkg-deb', ['-x', each, FOLDER], { cwd: FOLDER, stdio: 'ignore' }).status === 0,
    )
}

function apt(...args: string[]): boolean {
  const options = { cwd: FOLDER, stdio: 'ignore' as const, timeout: DOWNLOAD_WITHIN_MS }
  return spawnSync('apt-get', args, options).status === 0
}
