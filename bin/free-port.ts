/** Ports of this machine, asked of the machine. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'

/**
 * Where ports are looked for first: below those that systems give to whoever asks for any, because one of these may be
 * given away again before it is used.
 */
const QUIET = [10_000, 30_000] as const
const TRIES = 20

/** `wanted` when nothing listens there on `host`, else any free one. */
export async function freePort(wanted = 0, host = '127.0.0.1'): Promise<number> {
  if (wanted && (await isPortFree(wanted, host))) return wanted
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(...QUIET)
    if (await isPortFree(port, host)) return port
  }
  const server = net.createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.once('listening', () => server.close(() => resolve(true)))
    server.listen(port, host)
  })
}
