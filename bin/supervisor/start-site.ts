/** Starts the parts in order and says where the site is. */
import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { hostsSetting, parseHosts, wantsLocalHost } from '#lib/sandbox/host-address.ts'
import { DEMO_EMAILS, DEMO_PASSWORD } from '#prisma/market/demo-accounts.ts'
import { buildIfStale, readCommit } from '../build-if-stale.ts'
import { readSecret, sandboxSocket } from '../data-folder.ts'
import { ROOT } from '../root.ts'
import { writeRunFile } from '../run-file.ts'
import { migrateEngine } from '../worker/migrate-engine.ts'
import { type Address, chooseAddress } from './address.ts'
import { untilAnswers, untilAtWork } from './answers.ts'
import { openDatabase } from './database.ts'
import { endChild, keepRunning } from './part.ts'
import { type Demo, prepareDemo } from './prepare-demo.ts'
import { sandboxEnvironment } from './sandbox-environment.ts'

export type SiteWanted = {
  folder: string
  dev: boolean
  log: (message: string) => void
  /** Aborted when the start is no longer wanted. */
  closing: AbortSignal
  /** Told each part's end as soon as it has begun, so that an interrupted start leaves nothing behind. */
  onClose: (closer: () => Promise<void>) => void
}

const NEXT = path.join(ROOT, 'node_modules/next/dist/bin/next')
/** The engine's driver warns of what its own next major will forbid. */
const QUIET = ['--disable-warning=DeprecationWarning']
const EXIT_WITH_PARENT = path.join(import.meta.dirname, 'exit-with-parent.ts')
/** The first page of a development server is compiled while it is waited for. */
const DEV_READY_WITHIN_MS = 180_000

/** Resolves when the site answers. Throws a sentence for people when that cannot be. */
export async function startSite(wanted: SiteWanted): Promise<void> {
  const { folder, dev, log, closing, onClose } = wanted
  const address = await chooseAddress(log)
  const buildWanted = { log, onStart: (child: ChildProcess) => onClose(() => endChild(child)) }
  const [prepared, commit] = await bothOrNothing([
    prepareSite(wanted, address),
    dev ? readCommit() : buildIfStale(buildWanted),
  ])
  closing.throwIfAborted()

  const env = { ...prepared.env, GUILDHALL_COMMIT: commit }
  const command = [
    '--import',
    EXIT_WITH_PARENT,
    NEXT,
    dev ? 'dev' : 'start',
    '-H',
    address.host,
    '-p',
    String(address.port),
  ]
  const worker = keepRunning({ name: 'worker', command: [...QUIET, 'bin/worker.ts'], env, log })
  onClose(worker.stop)
  const web = keepRunning({ name: 'web server', command, env, log })
  onClose(web.stop)
  await Promise.all([
    untilAnswers(address.localUrl, web.child, dev ? DEV_READY_WITHIN_MS : undefined),
    untilAtWork(worker),
  ])

  writeRunFile(folder, {
    pid: process.pid,
    url: address.localUrl,
    publicUrl: address.url,
    databaseUrl: prepared.databaseUrl,
    sandboxSocket: prepared.sandboxSocket,
  })
  greet(address, prepared.demo, log)
}

/** Everything the site needs before anybody looks at it; meanwhile it may be built. */
async function prepareSite({ folder, dev, log, closing, onClose }: SiteWanted, address: Address) {
  const database = await openDatabase(folder, log)
  onClose(database.stop)
  closing.throwIfAborted()
  await migrateEngine(database.url)
  const socket = sandboxSocket(folder)
  // A list that cannot be read stops the start, rather than every run.
  parseHosts(hostsSetting())
  if (wantsLocalHost()) {
    const sandbox = keepRunning({
      name: 'sandbox',
      command: ['sandboxd/main.ts'],
      env: sandboxEnvironment({ socket, cache: path.join(folder, 'sandbox') }),
      log,
    })
    onClose(sandbox.stop)
  }
  const env = {
    ...process.env,
    ...environment({ folder, dev, address, databaseUrl: database.url, socket }),
  }
  const demo = await prepareDemo({ database, address, env, log, onClose })
  return { env, databaseUrl: database.url, sandboxSocket: socket, demo }
}

/** Both run at once. When one fails the other is waited for, so that what it opened can be closed. */
async function bothOrNothing<A, B>(both: [Promise<A>, Promise<B> | B]): Promise<[A, B]> {
  await Promise.allSettled(both)
  return Promise.all(both)
}

type Setting = { folder: string; dev: boolean; address: Address; databaseUrl: string; socket: string }

/** What the parts are told. Everything else they share is in the data folder. */
function environment({ folder, dev, address, databaseUrl, socket }: Setting) {
  return {
    NODE_ENV: dev ? ('development' as const) : ('production' as const),
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_URL: databaseUrl,
    GUILDHALL_DATA_DIR: folder,
    GUILDHALL_SANDBOX_SOCKET: socket,
    PORT: String(address.port),
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET || readSecret(folder, 'session.secret'),
    // next-auth believes NEXTAUTH_URL over the address it was called by, so it is set only when there is one.
    // Without it the site is reached as localhost and as 127.0.0.1, and both are right.
    ...(process.env.NEXTAUTH_URL ? { NEXTAUTH_URL: process.env.NEXTAUTH_URL } : { AUTH_TRUST_HOST: 'true' }),
  }
}

function greet(address: Address, { hasDemo, hasAdmin }: Demo, log: (message: string) => void): void {
  log(`ready on ${address.url}`)
  if (hasDemo) log(`sign in as ${DEMO_EMAILS.join(', ')}; the password is ${DEMO_PASSWORD}`)
  if (!hasAdmin) {
    log('nobody is an admin yet: sign up on the site, then run')
    log('  npm run cli -- make-admin --email you@example.com')
  }
  log('Ctrl-C stops everything')
}
