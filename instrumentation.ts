/**
 * Next's startup hook. Next also compiles this file for the edge runtime, so the work is in
 * instrumentation.node.ts.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./instrumentation.node.ts')).start()
}
