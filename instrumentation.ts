/** Only for the development server; in production `bin/server/web-server` starts the same, so the build omits it. */
export async function register(): Promise<void> {
  if (process.env.NODE_ENV !== 'development' || process.env.NEXT_RUNTIME !== 'nodejs') return
  const stop = await (await import('./instrumentation.node.ts')).start()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
}
