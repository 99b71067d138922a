/**
 * run.json in the data folder: what runs here, so that a second start and the CLI can find it.
 *
 * It holds the database's address with its password, so only its owner may read it.
 */
import fs from 'node:fs'
import path from 'node:path'

export type RunFile = {
  /** Of the supervisor. */
  pid: number
  /** Where this machine reaches the site. */
  url: string
  /** Where people do. */
  publicUrl: string
  databaseUrl: string
  sandboxSocket: string
}

const NAME = 'run.json'

/** Null when nothing was started here, or it ended properly. */
export function readRunFile(folder: string): RunFile | null {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, NAME), 'utf8'))
  } catch {
    // Not there, or half written when the machine went down: either way nothing to go by.
    return null
  }
}

export function writeRunFile(folder: string, run: RunFile): void {
  const draft = path.join(folder, `${NAME}.${process.pid}`)
  fs.writeFileSync(draft, `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 })
  fs.renameSync(draft, path.join(folder, NAME))
}

export function removeRunFile(folder: string): void {
  fs.rmSync(path.join(folder, NAME), { force: true })
}
