/** Next's hook at the start of the server. This file is also compiled for the edge, so the work stands apart. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') (await import('./instrumentation.node.ts')).start()
}
