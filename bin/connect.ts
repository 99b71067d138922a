/**
 * How a program on this machine finds the Guildhall it belongs to: DATABASE_URL, else the one that runs from the
 * data folder.
 */
import { dataFolder } from './data-folder.ts'
import { readRunFile } from './run-file.ts'

/** Tells the code of lib where everything is. Throws a sentence for people when there is nothing to connect to. */
export function connect(): void {
  const folder = dataFolder()
  process.env.GUILDHALL_DATA_DIR = folder
  const run = readRunFile(folder)
  if (run) {
    process.env.GUILDHALL_SANDBOX_SOCKET ??= run.sandboxSocket
    process.env.DATABASE_URL ||= run.databaseUrl
  }
  if (!process.env.DATABASE_URL) {
    throw new Error(`No Guildhall runs from ${folder}. Start it with "npm start", or set DATABASE_URL.`)
  }
}

/** Where people reach the site: an address of its own, else where it runs now, else where it would. */
export function siteUrl(): string {
  return process.env.NEXTAUTH_URL || readRunFile(dataFolder())?.publicUrl || 'http://localhost:3000'
}
