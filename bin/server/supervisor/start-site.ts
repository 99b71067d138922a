import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { recordRestart } from '#lib/monitoring/health/restart-log.ts'
import { isLoopbackOnly } from '#lib/protocols/session/network/require-known-host.ts'
import { parseHosts, readHostsSetting, wantsLocalHost } from '#lib/sandbox/host-address.ts'
import { DEMO_EMAILS, DEMO_PASSWORD } from '#prisma/market/demo-accounts.ts'
import { buildIfStale, readCommit } from '../build/build-if-stale.ts'
import { chooseSandboxSocket, readSecret } from '../installation/data-folder.ts'
import { writeRunFile } from '../installation/run-file.ts'
import { chooseAddress, type DemoStatus, prepareDemo, type SiteAddress } from './address.ts'
import { openDatabase } from './database.ts'
import { addMissingSkills } from './demo.ts'
import { waitForHealthy, waitForReadyMessage, waitForResponse, watchHealth } from './site-health.ts'
import { endChild, superviseProcess } from './supervised-process.ts'

export type SiteOptions = {
  folder: string
  dev: boolean
  log: (message: string) => void
  closing: AbortSignal
  onClose: (closer: () => Promise<void>) => void
  /** Closes a part after all those of `onClose`, which may use it while they stop. */
  onCloseLast: (closer: () => Promise<void>) => void
}

/** The driver of the durable engine causes deprecation warnings, which would hide others in the log. */
const QUIET = ['--disable-warning=DeprecationWarning']

/** Resolves when every part is healthy, or the start is cancelled. Throws if a part cannot start. */
export async function startSite(options: SiteOptions): Promise<void> {
  const { folder, dev, log, closing, onClose } = options
  const address = await chooseAddress(log)
  const buildWanted = { log, onStart: (child: ChildProcess) => onClose(() => endChild(child)) }
  const known = { ...process.env, ...knownEnvironment(options, address) }
  const preparing = prepareSite(options, address, known)
  const building = Promise.resolve(dev ? readCommit() : buildIfStale(buildWanted))
  const loading = building.then((commit) => loadParts(options, { known, commit, preparing }))
  const [prepared, { web, worker }] = await allOrNothing([preparing, loading])
  closing.throwIfAborted()
  // The development server compiles first, which may take minutes on a busy machine.
  const withinMs = dev ? Number.POSITIVE_INFINITY : undefined
  await Promise.all([waitForResponse(address.localUrl, web.child, withinMs), waitForReadyMessage(worker)])

  // A debugger looks like a hang.
  if (!dev) {
    const unwatch = watchHealth({ part: web, url: address.localUrl })
    onClose(async () => unwatch())
  }
  writeRunFile(folder, {
    pid: process.pid,
    url: address.localUrl,
    publicUrl: address.url,
    databaseUrl: prepared.database.url,
    directUrl: prepared.database.directUrl,
    ownerUrl: prepared.database.ownerUrl,
    sandboxSocket: prepared.sandboxSocket,
  })
  if (!(await waitForHealthy(address.localUrl, { log, closing }))) return
  logReady(address, prepared.demo, log)
  if (prepared.demo.hasDemo)
    addMissingSkills(prepared.database.url, prepared.env, options).catch(({ message }) => log(message))
}

type Known = NodeJS.ProcessEnv & { GUILDHALL_SANDBOX_SOCKET: string }
type Prepared = Awaited<ReturnType<typeof prepareSite>>
type Loading = { known: Known; commit: string; preparing: Promise<Prepared> }

/** Starts the parts before the database is open, so that they load their modules meanwhile. */
function loadParts(options: SiteOptions, { known, commit, preparing }: Loading) {
  const { folder, dev, log, closing, onClose } = options
  const env = { ...known, GUILDHALL_COMMIT: commit }
  closing.throwIfAborted()
  const lateEnv = preparing.then((prepared) => prepared.lateEnv)
  const supervise = (name: string, command: string[]) => {
    const part = superviseProcess({ name, command, env, lateEnv, log, onRestart: recordFor(folder, name) })
    onClose(part.stop)
    return part
  }
  return {
    worker: supervise('worker', [...QUIET, 'bin/worker.ts']),
    web: supervise('web server', ['bin/web-server.ts', ...(dev ? ['--dev'] : [])]),
  }
}

function recordFor(folder: string, part: string) {
  return (reason: string) => recordRestart(folder, { part, reason, atMs: Date.now() })
}

async function prepareSite(options: SiteOptions, address: SiteAddress, known: Known) {
  const { folder, log, closing, onClose, onCloseLast } = options
  const socket = known.GUILDHALL_SANDBOX_SOCKET
  // An invalid setting fails the start instead of every run.
  parseHosts(readHostsSetting())
  if (process.env.GUILDHALL_SKILL_HOSTS || process.env.GUILDHALL_DRAFT_HOSTS)
    (await import('#lib/settings/own-hosts.ts')).requireOwnNetworkSettings()
  if (process.env.GUILDHALL_OIDC) (await import('#lib/auth/oidc-settings.ts')).oidcProviders()
  if (wantsLocalHost()) {
    const isLocalSite = isLoopbackOnly({ ...process.env, HOST: address.host })
    const sandbox = superviseProcess({
      name: 'sandbox',
      command: ['sandboxd/main.ts'],
      env: sandboxEnvironment({ socket, cache: path.join(folder, 'sandbox'), isLocalSite }),
      log,
      onRestart: recordFor(folder, 'sandbox'),
    })
    onClose(sandbox.stop)
  }
  const database = await openDatabase(folder, log)
  onCloseLast(database.stop)
  closing.throwIfAborted()
  const lateEnv = { DATABASE_URL: database.url, DATABASE_DIRECT_URL: database.directUrl }
  const env = { ...known, ...lateEnv }
  const demo = await prepareDemo({ database, address, env, log, onClose })
  return { env, lateEnv, database, sandboxSocket: socket, demo }
}

/** Waits for both even if one fails, so that both can be closed. */
async function allOrNothing<A, B>(both: [Promise<A>, Promise<B> | B]): Promise<[A, B]> {
  await Promise.allSettled(both)
  return Promise.all(both)
}

/** Returns the environment without the address of the database, whose port may not be known yet. */
function knownEnvironment({ folder, dev }: SiteOptions, address: SiteAddress) {
  return {
    NODE_ENV: dev ? ('development' as const) : ('production' as const),
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_OWNER_URL: undefined,
    GUILDHALL_DATA_DIR: folder,
    GUILDHALL_SANDBOX_SOCKET: chooseSandboxSocket(folder),
    HOST: address.host,
    PORT: String(address.port),
    ...(!process.env.DATABASE_URL &&
      isLoopbackOnly({ ...process.env, HOST: address.host }) && { GUILDHALL_MAIL_OUTBOX: '1' }),
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET || readSecret(folder, 'session.secret'),
    // next-auth prefers NEXTAUTH_URL to the request's host. Without it, localhost and 127.0.0.1 both work.
    ...(process.env.NEXTAUTH_URL ? { NEXTAUTH_URL: process.env.NEXTAUTH_URL } : { AUTH_TRUST_HOST: 'true' }),
  }
}

function logReady(
  address: SiteAddress,
  { hasDemo, hasAdmin }: DemoStatus,
  log: (message: string) => void,
): void {
  log(`ready on ${address.url}`)
  if (hasDemo) log(`sign in as ${DEMO_EMAILS.join(', ')}; the password is ${DEMO_PASSWORD}`)
  if (!hasAdmin) {
    log('there is no admin yet: sign up on the site, then run')
    log('  npm run cli -- make-admin --email you@example.com')
  }
  log('Ctrl-C stops everything')
}

/** An allow-list: sandboxd runs untrusted code. */
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
    // These reach sandboxd, because its own messages recommend to set them.
    ...(GUILDHALL_SANDBOX_DIR && { GUILDHALL_SANDBOX_DIR }),
    ...(GUILDHALL_SANDBOX_JAIL && { GUILDHALL_SANDBOX_JAIL }),
  }
}
