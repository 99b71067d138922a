/**
 * Where sandboxes are: the setting GUILDHALL_SANDBOX_HOSTS, read.
 *
 * Floor 2. A host is `tls://name:port`, a sandboxd that listens with mutual TLS; `local`, the one that `npm start` runs
 * beside the site; the path of a unix socket; or `https://name`, a worker of ours on Cloudflare (`http` only on this
 * machine, as `wrangler dev` serves it).
 */
import { AppError } from '../errors.ts'

/** `name` is what the setting calls it, for people and for the choice among hosts. */
export type HostAddress =
  | { kind: 'socket'; name: string; path: string | undefined }
  | { kind: 'tls'; name: string; host: string; port: number }
  | WorkerAddress

export type WorkerAddress = { kind: 'worker'; name: string; origin: string }

const LOCAL = 'local'
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The hosts of this site: what the setting lists, else the local one alone. */
export function hostsSetting(env: NodeJS.ProcessEnv = process.env): string {
  return env.GUILDHALL_SANDBOX_HOSTS?.trim() || LOCAL
}

/** Whether `npm start` has to run a sandbox of its own. */
export function wantsLocalHost(env: NodeJS.ProcessEnv = process.env): boolean {
  return listOf(hostsSetting(env)).includes(LOCAL)
}

/** Throws INTERNAL_ERROR with a sentence for whoever set it, when an entry is no address or there is none. */
export function parseHosts(setting: string, env: NodeJS.ProcessEnv = process.env): HostAddress[] {
  const entries = listOf(setting)
  if (entries.length === 0) throw wrong('names no host')
  return entries.map((entry): HostAddress => {
    if (entry === LOCAL) return { kind: 'socket', name: LOCAL, path: env.GUILDHALL_SANDBOX_SOCKET }
    if (entry.startsWith('/')) return { kind: 'socket', name: entry, path: entry }
    return parseWorker(entry) ?? parseTls(entry)
  })
}

/** Nothing but an origin: the token is a setting of its own, which no log of addresses shows. */
function parseWorker(entry: string): WorkerAddress | undefined {
  const url = URL.parse(entry)
  const isBare = url && /^https?:\/\/[^/@?#]+$/i.test(entry)
  if (!isBare || (url.protocol === 'http:' && !THIS_MACHINE.has(url.hostname))) return undefined
  return { kind: 'worker', name: entry, origin: url.origin }
}

function parseTls(entry: string): HostAddress {
  const url = URL.parse(entry)
  const isBare = url && /^tls:\/\/(\[[0-9a-f:.]+\]|[^/:@?#]+):\d+$/i.test(entry)
  if (!isBare || !url.port || url.port === '0')
    throw wrong(`has “${entry}”, where tls://NAME:PORT, https://NAME or ${LOCAL} is meant`)
  return { kind: 'tls', name: entry, host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) }
}

function listOf(setting: string): string[] {
  return [...new Set(setting.split(',').map((entry) => entry.trim()))].filter(Boolean)
}

function wrong(what: string): AppError {
  return new AppError('INTERNAL_ERROR', { message: `GUILDHALL_SANDBOX_HOSTS ${what}.` })
}
