/** Where the site will answer. */
import { freePort, isPortFree } from '../free-port.ts'

export type Address = {
  host: string
  port: number
  /** What people type, and where links begin. */
  url: string
  /** Where this machine reaches it. */
  localUrl: string
}

const DEFAULT_PORT = 3000
const TRIES = 20

/**
 * HOST and PORT, or loopback and 3000. A port that somebody asked for and that is taken is an error; the
 * default one gives way to the next free one, said aloud.
 */
export async function chooseAddress(log: (message: string) => void): Promise<Address> {
  // Loopback unless told otherwise: a new installation is nobody else's business.
  const host = process.env.HOST || '127.0.0.1'
  const wanted = process.env.PORT
  const port = wanted ? await requirePort(wanted, host) : await nextFreePort(host)
  if (!wanted && port !== DEFAULT_PORT) log(`port ${DEFAULT_PORT} is taken, so the site is on ${port}`)
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
  for (let port = DEFAULT_PORT; port < DEFAULT_PORT + TRIES; port++) {
    if (await isPortFree(port, host)) return port
  }
  return freePort(0, host)
}
