import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type PostgresAccount, type PostgresBinaries, postgresProgram, runAs } from './binaries.ts'

/** The first that exists is used, since names differ between systems. Under plain C, pg_trgm finds only ASCII trigrams. */
const LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'C']

/**
 * Creates the cluster unless it exists. Its folder gets its name at the end, so that an interrupted start leaves nothing.
 * Throws if the cluster belongs to another major version of Postgres.
 */
export function ensureCluster(dataDir: string, passwordFile: string, binaries: PostgresBinaries): void {
  if (!fs.existsSync(path.join(dataDir, 'PG_VERSION'))) createCluster(dataDir, passwordFile, binaries)

  const major = fs.readFileSync(path.join(dataDir, 'PG_VERSION'), 'utf8').trim()
  if (major !== binaries.version.split('.')[0]) {
    throw new Error(
      `${dataDir} was made by Postgres ${major}, but Postgres ${binaries.version} is installed. ` +
        'Back it up with that version and restore it here, or remove the folder to start again.',
    )
  }
}

function createCluster(dataDir: string, passwordFile: string, binaries: PostgresBinaries): void {
  const temporaryFolder = `${dataDir}.init-${process.pid}`
  const passwordCopy = `${temporaryFolder}.password`
  fs.rmSync(dataDir, { recursive: true, force: true })
  fs.rmSync(temporaryFolder, { recursive: true, force: true })
  fs.mkdirSync(temporaryFolder, { mode: 0o700 })
  fs.writeFileSync(passwordFile, `${randomBytes(18).toString('base64url')}\n`, { mode: 0o600 })
  fs.copyFileSync(passwordFile, passwordCopy)
  chownTo(binaries.account, temporaryFolder, passwordCopy)
  try {
    runInitdb(temporaryFolder, passwordCopy, binaries)
    fs.renameSync(temporaryFolder, dataDir)
  } finally {
    fs.rmSync(passwordCopy, { force: true })
    fs.rmSync(temporaryFolder, { recursive: true, force: true })
  }
}

function runInitdb(folder: string, passwordFile: string, binaries: PostgresBinaries): void {
  let output = ''
  for (const locale of LOCALES) {
    // biome-ignore format: one switch a line
    const result = spawnSync(postgresProgram(binaries, 'initdb'), [
      '-D', folder,
      '-U', 'postgres',
      `--pwfile=${passwordFile}`,
      '-A', 'scram-sha-256',
      '-E', 'UTF8',
      `--locale=${locale}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // Syncing takes two seconds; a crash would lose an empty cluster.
      '--no-sync',
      '--no-instructions',
    ], {
      ...runAs(binaries.account),
      cwd: os.tmpdir(),
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C', PGDATA: '' },
    })
    if (result.status === 0) return
    output = `${result.stdout}\n${result.stderr ?? result.error}`
    if (!output.includes('invalid locale name')) break
  }
  throw new Error(`The database could not be created (initdb):\n${output}`)
}

function chownTo(account: PostgresAccount, ...paths: string[]): void {
  if (!account) return
  for (const each of paths) fs.chownSync(each, account.uid, account.gid)
}
