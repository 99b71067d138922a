import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'

/** Ports are searched below the ephemeral ones, which the system may hand out between the search and its use. */
const PORT_RANGE = [10_000, 30_000] as const
const MAX_TRIES = 20

export async function findFreePort(wanted = 0, host = '127.0.0.1'): Promise<number> {
  if (wanted && (await isPortFree(wanted, host))) return wanted
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = randomInt(...PORT_RANGE)
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
