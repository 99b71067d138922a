import { isLoopbackOnly } from '#lib/protocols/session/network/require-known-host.ts'
import { findFreePort, isPortFree } from '../runtime/free-port.ts'
import type { RunningDatabase } from './database.ts'
import { hasAdmin, lockDemoAccounts, seedDemo, unlockDemoAccounts } from './demo.ts'
import { endChild } from './supervised-process.ts'

export type SiteAddress = {
  host: string
  port: number
  url: string
  localUrl: string
}

const DEFAULT_PORT = 3000
const MAX_TRIES = 20

/** Without PORT, falls back to the next port with a message. */
export async function chooseAddress(log: (message: string) => void): Promise<SiteAddress> {
  // A new installation must not be exposed.
  const host = process.env.HOST || '127.0.0.1'
  const wanted = process.env.PORT
  const port = wanted ? await requirePort(wanted, host) : await nextFreePort(host)
  if (!wanted && port !== DEFAULT_PORT) log(`port ${DEFAULT_PORT} is in use, so the site is on ${port}`)
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return {
    host,
    port,
    url: process.env.NEXTAUTH_URL || `http://${host === '127.0.0.1' ? 'localhost' : local}:${port}`,
    localUrl: `http://${local.includes(':') ? `[${local}]` : local}:${port}`,
  }
}

async function requirePort(text: string, host: string): Promise<number> {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT=${text} is not a port number.`)
  if (await isPortFree(port, host)) return port
  throw new Error(
    `Port ${port} is taken by another program. Stop that one, or choose another: PORT=${port + 1} npm start`,
  )
}

async function nextFreePort(host: string): Promise<number> {
  for (let port = DEFAULT_PORT; port < DEFAULT_PORT + MAX_TRIES; port++) {
    if (await isPortFree(port, host)) return port
  }
  return findFreePort(0, host)
}

type DemoOptions = {
  database: RunningDatabase
  address: SiteAddress
  env: NodeJS.ProcessEnv
  log: (message: string) => void
  onClose: (closer: () => Promise<void>) => void
}

export type DemoStatus = {
  hasDemo: boolean
  hasAdmin: boolean
}

export async function prepareDemo({
  database,
  address,
  env,
  log,
  onClose,
}: DemoOptions): Promise<DemoStatus> {
  if (!database.embedded || !isLoopbackOnly({ ...env, HOST: address.host })) {
    const locked = await lockDemoAccounts(database.url)
    if (locked > 0)
      log(`locked ${locked} demo accounts: their password is public, and this address may be too`)
    await database.markFilled()
    return { hasDemo: false, hasAdmin: await hasAdmin(database.url) }
  }
  if (database.isFresh) {
    log('creating the demo market…')
    await seedDemo(env, (child) => onClose(() => endChild(child)))
    await database.markFilled()
  }
  return { hasDemo: await unlockDemoAccounts(database.url), hasAdmin: await hasAdmin(database.url) }
}
