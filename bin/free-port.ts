/** Ports of this machine, asked of the machine. */
import { once } from 'node:events'
import net from 'node:net'

/** `wanted` when nothing listens there on `host`, else any free one. */
export async function freePort(wanted = 0, host = '127.0.0.1'): Promise<number> {
  if (wanted && (await isPortFree(wanted, host))) return wanted
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
