/** Sockets that workerd inherits, so that it needs no permission to create one. Connections before its start wait in the kernel. */
import fs from 'node:fs'
import net from 'node:net'

type ListeningSocket = {
  fd: number
  close(): void
}

export async function openListeningSocket(socketPath: string): Promise<ListeningSocket> {
  const server = net.createServer()
  // Bound to another path first, because closing the server unlinks the path that it was bound to.
  const boundTo = `${socketPath}.new`
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(boundTo, resolve)
  })
  fs.renameSync(boundTo, socketPath)
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle
  return { fd, close: () => server.close() }
}

/** O_CLOEXEC as `/proc/self/fdinfo` shows it. */
const CLOSES_ON_EXEC = 0o2000000

let descriptors: number[] | undefined

/**
 * Returns the descriptors above 2 that a child would inherit: a shell may have left some open, and they reach through
 * namespaces. Empty elsewhere than on Linux.
 */
export function listInheritedDescriptors(): number[] {
  descriptors ??= process.platform === 'linux' ? readDescriptors() : []
  return descriptors
}

function readDescriptors(): number[] {
  return fs.readdirSync('/proc/self/fd').map(Number).filter(isInheritable)
}

function isInheritable(descriptor: number): boolean {
  if (descriptor < 3) return false
  try {
    const flags = /^flags:\s*(\d+)/m.exec(fs.readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSES_ON_EXEC) === 0
  } catch {
    return false
  }
}
