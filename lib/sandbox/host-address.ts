/**
 * A host is `tls://name:port` (sandboxd with mutual TLS), `local` (run by `npm start`), the path of a unix socket, or
 * `https://name` (our Cloudflare worker; `http` only on this machine).
 */

import { createHash } from 'node:crypto'
import { AppError } from '../kernel/errors.ts'

export type HostAddress =
  | { kind: 'socket'; name: string; path: string | undefined }
  | { kind: 'tls'; name: string; host: string; port: number }
  | WorkerAddress

export type WorkerAddress = { kind: 'worker'; name: string; origin: string }

const LOCAL = 'local'
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]'])

export function readHostsSetting(env: NodeJS.ProcessEnv = process.env): string {
  return env.GUILDHALL_SANDBOX_HOSTS?.trim() || LOCAL
}

export function wantsLocalHost(env: NodeJS.ProcessEnv = process.env): boolean {
  return splitEntries(readHostsSetting(env)).includes(LOCAL)
}

/** Returns the hosts of the setting. Throws INTERNAL_ERROR, with a sentence for the operator, if an entry is invalid or there is none. */
export function parseHosts(setting: string, env: NodeJS.ProcessEnv = process.env): HostAddress[] {
  const entries = splitEntries(setting)
  if (entries.length === 0) throw settingError('contains no host')
  return entries.map((entry): HostAddress => {
    if (entry === LOCAL) return { kind: 'socket', name: LOCAL, path: env.GUILDHALL_SANDBOX_SOCKET }
    if (entry.startsWith('/')) return { kind: 'socket', name: entry, path: entry }
    return parseWorker(entry) ?? parseTls(entry)
  })
}

/** Accepts only an origin: a token in it would be logged, and has a setting of its own. Returns undefined for anything else. */
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
    throw settingError(`contains “${entry}”, but an entry must be tls://NAME:PORT, https://NAME or ${LOCAL}`)
  return { kind: 'tls', name: entry, host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) }
}

function splitEntries(setting: string): string[] {
  return [...new Set(setting.split(',').map((entry) => entry.trim()))].filter(Boolean)
}

function settingError(problem: string): AppError {
  return new AppError('INTERNAL_ERROR', { message: `GUILDHALL_SANDBOX_HOSTS ${problem}.` })
}

/**
 * Orders hosts by rendezvous hashing: a publisher's processes stay warm on the first one, and when a host is removed, only its
 * publishers move.
 */
export function rankHosts<Host extends { name: string }>(hosts: Host[], publisher: string): Host[] {
  if (hosts.length < 2) return hosts
  const weights = new Map(hosts.map((host) => [host, hashWeight(host.name, publisher)]))
  return hosts.toSorted((a, b) => weights.get(b)! - weights.get(a)!)
}

/** Returns the busy and requested processes per capacity. A host that does not answer counts as full. */
export function measureLoad(health: Load): number {
  return health.ok
    ? (health.running + health.waiting) / Math.max(1, health.capacity)
    : Number.POSITIVE_INFINITY
}

type Load = { ok: false } | { ok: true; running: number; waiting: number; capacity: number }

function hashWeight(host: string, publisher: string): number {
  return createHash('sha256').update(`${host}\n${publisher}`).digest().readUIntBE(0, 6)
}
