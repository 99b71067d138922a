/**
 * A unix socket that this process listens on and hands to another, which so needs no right to make one.
 *
 * Whoever connects before the other is ready waits in the kernel's line instead of being refused.
 */
import fs from 'node:fs'
import net from 'node:net'

export type ListeningSocket = {
  /** To be given to the child. */
  fd: number
  /** Lets go of it here; the child's copy goes on listening. */
  close(): void
}

/** Rejects when it cannot listen. */
export async function openListening(socketPath: string): Promise<ListeningSocket> {
  const server = net.createServer()
  // Closing a server removes the file that it was bound to: by then that is no name of the socket any more.
  const boundTo = `${socketPath}.new`
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(boundTo, resolve)
  })
  fs.renameSync(boundTo, socketPath)
  // The only way that Node has to the descriptor of a server that was never meant for another process.
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle
  return { fd, close: () => server.close() }
}
