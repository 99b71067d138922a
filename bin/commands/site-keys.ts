/**
 * The keys that `login` keeps, one for each site, in a file that only its owner may read.
 *
 * `$XDG_CONFIG_HOME/guildhall/keys.json`, else `~/.config/…`; on Windows under %APPDATA%.
 * Source: XDG Base Directory Specification.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { UsageError } from './command.ts'

type Keys = Record<string, string>

/** The key for the site, if there is one. Throws UsageError for what is no address. */
export function keyFor(site: string): string | undefined {
  return readKeys()[originOf(site)]
}

/** Keeps the key in place of the one before; returns the file. */
export function keepKey(site: string, key: string): string {
  const file = keysFile()
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const text = `${JSON.stringify({ ...readKeys(), [originOf(site)]: key }, null, 2)}\n`
  // Written beside and moved: a half-written file would lose every key, and a mode holds only for a new file.
  const fresh = `${file}.${process.pid}`
  fs.writeFileSync(fresh, text, { mode: 0o600, flag: 'wx' })
  fs.renameSync(fresh, file)
  return file
}

/** "https://market.example": what a site is known by. */
export function originOf(site: string): string {
  const url = URL.canParse(site) ? new URL(site) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`“${site}” is no address of a site, such as https://market.example`)
  }
  return url.origin
}

function readKeys(): Keys {
  try {
    const read: unknown = JSON.parse(fs.readFileSync(keysFile(), 'utf8'))
    return typeof read === 'object' && read !== null ? (read as Keys) : {}
  } catch {
    // No file yet, or one that somebody else wrote: then there are no keys.
    return {}
  }
}

function keysFile(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env
  const base =
    XDG_CONFIG_HOME || (process.platform === 'win32' && APPDATA) || path.join(os.homedir(), '.config')
  return path.join(base, 'guildhall', 'keys.json')
}
