/** Next calls it once, before the first request (https://nextjs.org/docs/app/guides/instrumentation). */
export async function register(): Promise<void> {
  // Next bundles this file for its edge runtime, too, and removes this branch there.
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./instrumentation.node.ts')).start()
}
