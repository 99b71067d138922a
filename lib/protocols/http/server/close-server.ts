import type { Server } from 'node:http'

/** Waits for responses in progress, but not longer than `withinMs`: event streams do not end by themselves. */
export async function closeServer(server: Server, withinMs: number): Promise<void> {
  // Closes connections that become idle from now on.
  server.keepAliveTimeout = 1
  const timer = setTimeout(() => server.closeAllConnections(), withinMs)
  await new Promise((resolve) => server.close(resolve))
  clearTimeout(timer)
}
