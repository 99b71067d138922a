/** What sandboxd is told when Guildhall starts it. */

/** It runs other people's code, so it starts without our secrets: only what any program needs, by name. */
export function sandboxEnvironment(
  { socket, cache }: { socket: string; cache: string },
  env: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, TZ, NODE_COMPILE_CACHE, GUILDHALL_SANDBOX_DIR, GUILDHALL_SANDBOX_JAIL } = env
  return {
    PATH,
    HOME,
    TMPDIR,
    TZ,
    NODE_COMPILE_CACHE,
    NODE_ENV: 'production',
    GUILDHALL_SANDBOX_SOCKET: socket,
    GUILDHALL_SANDBOX_CACHE: cache,
    // What its own sentences tell people to set.
    ...(GUILDHALL_SANDBOX_DIR && { GUILDHALL_SANDBOX_DIR }),
    ...(GUILDHALL_SANDBOX_JAIL && { GUILDHALL_SANDBOX_JAIL }),
  }
}
