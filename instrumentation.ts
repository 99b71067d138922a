/** For the development server: `bin/web-server` starts the same without Next, so the build contains none of it. */
export async function register(): Promise<void> {
  if (process.env.NODE_ENV === 'development' && process.env.NEXT_RUNTIME === 'nodejs')
    await (await import('./instrumentation.node.ts')).start()
}
