/** sandboxd runs untrusted code, so it gets an allow-list of variables and none of the site's secrets. */
export function sandboxEnvironment(
  { socket, cache, isLocalSite }: { socket: string; cache: string; isLocalSite: boolean },
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
    ...(isLocalSite && { GUILDHALL_SANDBOX_LOCAL_SITE: '1' }),
    // Variables that sandboxd's own messages recommend.
    ...(GUILDHALL_SANDBOX_DIR && { GUILDHALL_SANDBOX_DIR }),
    ...(GUILDHALL_SANDBOX_JAIL && { GUILDHALL_SANDBOX_JAIL }),
  }
}
