/** Requests to another site, with the key that `login` stored. */

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { AppError, ERRORS, type PublicError } from '#lib/kernel/errors.ts'
import { UsageError } from '../cli-command.ts'

export async function requestJsonFromSite<Value>(
  site: string,
  path: string,
  init: RequestInit = {},
  key = findSiteKey(site),
): Promise<Value> {
  const response = await fetchFromSite(site, path, init, key)
  try {
    return (await response.json()) as Value
  } catch {
    throw new UnexpectedResponse(site, response.status)
  }
}

/** Throws TOOL_NOT_AVAILABLE if the site is unreachable. */
export async function fetchFromSite(
  site: string,
  path: string,
  init: RequestInit = {},
  key = findSiteKey(site),
): Promise<Response> {
  const headers = {
    ...(init.headers as Record<string, string>),
    ...(key && { authorization: `Bearer ${key}` }),
  }
  let response: Response
  try {
    response = await fetch(new URL(path, site), { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (cause) {
    throw unreachableError(site, cause)
  }
  if (response.ok) return response
  throw await siteError(response, site)
}

const TIMEOUT_MS = 60_000

/** What people mistype or lack, by the codes of Node; https://nodejs.org/api/errors.html */
const REASONS: Record<string, string> = {
  ENOTFOUND: 'has no address. Check its name, and that this machine is online',
  EAI_AGAIN: 'cannot be looked up. Check that this machine is online',
  ECONNREFUSED: 'refuses connections. Check the address, and that the site is running',
  ENETUNREACH: 'cannot be reached. Check that this machine is online',
  EHOSTUNREACH: 'cannot be reached. Check that this machine is online',
}

function unreachableError(site: string, cause: unknown): AppError {
  const { name, cause: inner } = cause as Error & { cause?: { code?: string } }
  const known = REASONS[inner?.code ?? '']
  const message = known
    ? `${site} ${known}.`
    : name === 'TimeoutError'
      ? `${site} did not answer within ${TIMEOUT_MS / 1000} seconds.`
      : `${site} does not respond${inner?.code ? ` (${inner.code})` : ''}.`
  return new AppError('TOOL_NOT_AVAILABLE', { message, cause })
}

async function siteError(response: Response, site: string): Promise<AppError> {
  const body: unknown = await response.json().catch(() => ({}))
  const { error } = (body ?? {}) as { error?: PublicError }
  if (error && Object.hasOwn(ERRORS, error.code)) {
    const { message, details: issues, suggested_action: suggestedAction, retry_after: retryAfter } = error
    const href = error.href === undefined ? undefined : new URL(error.href, site).href
    return new AppError(error.code, { message, issues, suggestedAction, retryAfter, ...(href && { href }) })
  }
  const moved = response.status >= 300 && response.status < 400 && response.headers.get('location')
  if (moved) {
    const message = `${site} redirects to ${new URL(moved, site).origin}. Use that address.`
    return new AppError('TOOL_NOT_AVAILABLE', { message })
  }
  return new UnexpectedResponse(site, response.status)
}

export class UnexpectedResponse extends AppError {
  readonly status: number

  constructor(site: string, status: number) {
    super('TOOL_NOT_AVAILABLE', { message: `${site} answered ${status}, which is not a Guildhall response.` })
    this.status = status
  }
}

/** Returns the origins that have a key. */
export function listSitesWithKeys(): string[] {
  return Object.keys(readKeys())
}

type Keys = Record<string, string>

/**
 * Returns the key of a site. Keys have mode 0600 in `$XDG_CONFIG_HOME/guildhall/keys.json`, else `~/.config/…`; on
 * Windows under %APPDATA%. Throws UsageError for an invalid URL.
 */
export function findSiteKey(site: string): string | undefined {
  return readKeys()[originOf(site)]
}

/** Returns the file. */
export function storeSiteKey(site: string, key: string): string {
  return writeKeys({ ...readKeys(), [originOf(site)]: key })
}

/** Deletes the stored key of a site. Returns false if there was none. */
export function removeSiteKey(site: string): boolean {
  const { [originOf(site)]: removed, ...others } = readKeys()
  if (removed !== undefined) writeKeys(others)
  return removed !== undefined
}

function writeKeys(keys: Keys): string {
  const file = keysFile()
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const text = `${JSON.stringify(keys, null, 2)}\n`
  // A partial write would lose every key, and a mode applies only to a new file.
  const fresh = `${file}.${process.pid}`
  fs.writeFileSync(fresh, text, { mode: 0o600, flag: 'wx' })
  fs.renameSync(fresh, file)
  return file
}

export function originOf(site: string): string {
  const url = URL.canParse(site) ? new URL(site) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`“${site}” is not a valid address. Use a form such as https://market.example`)
  }
  return url.origin
}

function readKeys(): Keys {
  try {
    const read: unknown = JSON.parse(fs.readFileSync(keysFile(), 'utf8'))
    return typeof read === 'object' && read !== null ? (read as Keys) : {}
  } catch {
    return {}
  }
}

function keysFile(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env
  const base =
    XDG_CONFIG_HOME || (process.platform === 'win32' && APPDATA) || path.join(os.homedir(), '.config')
  return path.join(base, 'guildhall', 'keys.json')
}
