/** Makes the folder of a new cluster, once. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Account, runAs } from './account.ts'
import { type Binaries, program } from './binaries.ts'

/**
 * Pattern matching of pg_trgm goes by the libc locale, which must be UTF-8: under plain C it finds no trigrams
 * in anything but ASCII. The name differs between systems.
 */
const LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'C']

/**
 * Creates the cluster unless there is one. Works in a folder beside it and renames at the end, so that an
 * interrupted first start leaves nothing half done. Throws when the cluster is of another major version.
 */
export function ensureCluster(dataDir: string, passwordFile: string, binaries: Binaries): void {
  if (!fs.existsSync(path.join(dataDir, 'PG_VERSION'))) createCluster(dataDir, passwordFile, binaries)

  const major = fs.readFileSync(path.join(dataDir, 'PG_VERSION'), 'utf8').trim()
  if (major !== binaries.version.split('.')[0]) {
    throw new Error(
      `${dataDir} was made by Postgres ${major}, but Postgres ${binaries.version} is installed. ` +
        'Back it up with that version and restore it here, or remove the folder to begin anew.',
    )
  }
}

function createCluster(dataDir: string, passwordFile: string, binaries: Binaries): void {
  const aside = `${dataDir}.init-${process.pid}`
  const passwordCopy = `${aside}.password`
  fs.rmSync(dataDir, { recursive: true, force: true })
  fs.rmSync(aside, { recursive: true, force: true })
  fs.mkdirSync(aside, { mode: 0o700 })
  fs.writeFileSync(passwordFile, `${randomBytes(18).toString('base64url')}\n`, { mode: 0o600 })
  fs.copyFileSync(passwordFile, passwordCopy)
  giveTo(binaries.account, aside, passwordCopy)
  try {
    runInitdb(aside, passwordCopy, binaries)
    fs.renameSync(aside, dataDir)
  } finally {
    fs.rmSync(passwordCopy, { force: true })
    fs.rmSync(aside, { recursive: true, force: true })
  }
}

function runInitdb(folder: string, passwordFile: string, binaries: Binaries): void {
  let said = ''
  for (const locale of LOCALES) {
    // biome-ignore format: one switch a line
    const result = spawnSync(program(binaries, 'initdb'), [
      '-D', folder,
      '-U', 'postgres',
      `--pwfile=${passwordFile}`,
      '-A', 'scram-sha-256',
      '-E', 'UTF8',
      `--locale=${locale}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // Two seconds faster; a crash of the machine within the first seconds would cost an empty cluster.
      '--no-sync',
      '--no-instructions',
    ], {
      ...runAs(binaries.account),
      cwd: os.tmpdir(),
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C', PGDATA: '' },
    })
    if (result.status === 0) return
    said = `${result.stdout}\n${result.stderr ?? result.error}`
    if (!said.includes('invalid locale name')) break
  }
  throw new Error(`The database could not be created (initdb):\n${said}`)
}

function giveTo(account: Account, ...paths: string[]): void {
  if (!account) return
  for (const each of paths) fs.chownSync(each, account.uid, account.gid)
}
