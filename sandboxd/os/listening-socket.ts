/**
 * Passed to another process, which then needs no permission to create one. Connections made before that
 * process is ready wait in the kernel's backlog.
 */
import fs from 'node:fs'
import net from 'node:net'

export type ListeningSocket = {
  fd: number
  close(): void
}

export async function openListeningSocket(socketPath: string): Promise<ListeningSocket> {
  const server = net.createServer()
  // Closing a server unlinks the path it was bound to, which by then is not the socket's path.
  const boundTo = `${socketPath}.new`
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(boundTo, resolve)
  })
  fs.renameSync(boundTo, socketPath)
  // Node offers no public API for a server's descriptor.
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle
  return { fd, close: () => server.close() }
}

/** O_CLOEXEC in `/proc/self/fdinfo`, which is octal. */
const CLOSES_ON_EXEC = 0o2000000

let found: number[] | undefined

/**
 * Node closes its own descriptors in children, but not those that a shell or service manager left open. A
 * jailed process must not have them, because a descriptor works across namespaces. Descriptors above 2, Linux
 * only.
 */
export function inheritedDescriptors(): number[] {
  found ??= process.platform === 'linux' ? readDescriptors() : []
  return found
}

function readDescriptors(): number[] {
  return fs.readdirSync('/proc/self/fd').map(Number).filter(isPassedOn)
}

function isPassedOn(descriptor: number): boolean {
  if (descriptor < 3) return false
  try {
    const flags = /^flags:\s*(\d+)/m.exec(fs.readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSES_ON_EXEC) === 0
  } catch {
    return false
  }
}
