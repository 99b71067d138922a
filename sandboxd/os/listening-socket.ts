/** Sockets for workerd, which then needs no permission to create one. Early connections wait in the kernel. */
import fs from 'node:fs'
import net from 'node:net'

type ListeningSocket = {
  fd: number
  close(): void
}

export async function openListeningSocket(socketPath: string): Promise<ListeningSocket> {
  const server = net.createServer()
  // Closing unlinks this path, not the final one.
  const boundTo = `${socketPath}.new`
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(boundTo, resolve)
  })
  fs.renameSync(boundTo, socketPath)
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle
  return { fd, close: () => server.close() }
}

/** O_CLOEXEC in `/proc/self/fdinfo`, in octal. */
const CLOSES_ON_EXEC = 0o2000000

let found: number[] | undefined

/** Returns descriptors above 2, as a shell may have left some open, and they cross namespaces. Linux only. */
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
