/**
 * The file from which a second start and the command line learn how to connect. Its mode is 0600, because it contains the
 * password of the database.
 */
import fs from 'node:fs'
import path from 'node:path'
import { AppError } from '#lib/kernel/errors.ts'
import { dataFolder } from './data-folder.ts'

export type RunFile = {
  pid: number
  url: string
  publicUrl: string
  databaseUrl: string
  directUrl?: string
  ownerUrl?: string
  sandboxSocket: string
}

const NAME = 'run.json'

export function readRunFile(folder: string): RunFile | null {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, NAME), 'utf8'))
  } catch {
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

/** Throws TOOL_NOT_AVAILABLE if there is nothing to connect to. */
export function connectToInstallation(): void {
  const folder = dataFolder()
  process.env.GUILDHALL_DATA_DIR = folder
  const run = readRunFile(folder)
  if (run) {
    process.env.GUILDHALL_SANDBOX_SOCKET ??= run.sandboxSocket
    if (!process.env.DATABASE_URL) {
      process.env.DATABASE_URL = run.databaseUrl
      process.env.DATABASE_DIRECT_URL = run.directUrl
      process.env.DATABASE_OWNER_URL = run.ownerUrl
    }
  }
  if (!process.env.DATABASE_URL) {
    throw new AppError('TOOL_NOT_AVAILABLE', {
      message: `No Guildhall server is running from ${folder}.`,
      suggestedAction: 'Start one with "npm start", or set DATABASE_URL.',
    })
  }
}

export function siteUrl(): string {
  return process.env.NEXTAUTH_URL || readRunFile(dataFolder())?.publicUrl || 'http://localhost:3000'
}
