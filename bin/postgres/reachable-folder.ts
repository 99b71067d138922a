/** A folder that the account Postgres runs as can get to. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { type Account, runAs } from './account.ts'

const SHELTER = '/var/tmp/guildhall-postgres-data'

/**
 * The folder itself, or one in /var/tmp when the folder lies in one that is private to root. Which one that is,
 * the file `elsewhere` remembers: whoever deletes the folder starts anew, not on old data.
 */
export function reachableFolder(folder: string, account: Account, log?: (message: string) => void): string {
  fs.mkdirSync(folder, { recursive: true })
  if (!account) return folder
  // Passing through is all that others may; the password in it stays ours.
  fs.chmodSync(folder, 0o711)
  const look = spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], {
    ...runAs(account),
    cwd: '/',
    stdio: 'ignore',
  })
  if (look.status === 0) return folder
  const elsewhere = findElsewhere(path.join(folder, 'elsewhere'))
  log?.(`the project's folder is private to root, so the database is kept in ${elsewhere}`)
  return elsewhere
}

function findElsewhere(noteFile: string): string {
  fs.mkdirSync(SHELTER, { recursive: true, mode: 0o711 })
  // /var/tmp belongs to everyone: somebody else may have put a folder of that name there.
  if (fs.lstatSync(SHELTER).uid !== process.getuid?.())
    throw new Error(`${SHELTER} is not ours. Remove it and start again.`)
  if (!fs.existsSync(noteFile)) {
    const fresh = fs.mkdtempSync(path.join(SHELTER, 'db-'))
    fs.chmodSync(fresh, 0o711)
    fs.writeFileSync(noteFile, `${fresh}\n`)
  }
  return fs.readFileSync(noteFile, 'utf8').trim()
}
