/**
 * sandboxd: the process that runs publishers' code, apart from the web server and without its secrets.
 *
 * Listens on $GUILDHALL_SANDBOX_SOCKET, or with `--listen HOST:PORT --certs FOLDER` for sites on other machines, once
 * its engine runs, and prints one line then. Ends, with everything it started, on SIGTERM, SIGINT, or when the process
 * that started it is gone.
 */
import fs from 'node:fs'
import net from 'node:net'
import { parseArgs } from 'node:util'
import { openBox } from './box.ts'
import { cacheFolder } from './cache-folder.ts'
import { type ListenAddress, parseListenAddress, readServerTls } from './listen-address.ts'
import { prepareSetup } from './prepare-setup.ts'
import { makeScratch, requireShortPath } from './scratch.ts'
import { makeSecureServer, makeServer } from './server.ts'

type Wanted = { socketPath?: string; remote?: ListenAddress & { certs: string } }

// Whatever is created here, sockets included, is this user's alone.
process.umask(0o077)
await start().catch((error: Error) => {
  console.error(`sandboxd: ${error.message}`)
  process.exit(1)
})

/** Throws a sentence when it is not told where to listen. */
function readWanted(): Wanted {
  const socketPath = process.env.GUILDHALL_SANDBOX_SOCKET
  const { listen, certs } = parseArgs({
    options: { listen: { type: 'string' }, certs: { type: 'string' } },
  }).values
  if (!socketPath && !listen)
    throw new Error(
      'GUILDHALL_SANDBOX_SOCKET has to name the socket to listen on, or --listen HOST:PORT an address.',
    )
  if (listen && !certs)
    throw new Error(
      '--listen needs --certs FOLDER: it asks every caller for a certificate. To make them: npm run cli -- sandbox certs --help',
    )
  return {
    ...(socketPath && { socketPath: requireShortPath(socketPath) }),
    ...(listen && certs && { remote: { ...parseListenAddress(listen), certs } }),
  }
}

async function start(): Promise<void> {
  const { socketPath, remote } = readWanted()
  const tls = remote && readServerTls(remote.certs)
  if (socketPath) await claimSocket(socketPath)
  const folder = makeScratch()
  const setup = prepareSetup(folder, { jail: process.env.GUILDHALL_SANDBOX_JAIL || undefined })
  const { binary, leash, jail, findings } = setup
  const box = await openBox(setup, cacheFolder())
  const engine = `workerd ${binary.version}`
  const about = {
    engine,
    memory: leash.describe,
    jail: jail.describe,
    isDegraded: jail.name === 'none',
    findings,
  }

  const end = () => {
    box.close()
    fs.rmSync(folder, { recursive: true, force: true })
    if (socketPath) fs.rmSync(socketPath, { force: true })
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end)
  // The channel to the process that started this one closes however that one ends.
  process.on('disconnect', end)

  const places: string[] = []
  if (socketPath) {
    await listening(makeServer(box, about), { path: socketPath })
    fs.chmodSync(socketPath, 0o600)
    places.push(socketPath)
  }
  if (remote && tls) {
    const { port } = await listening(makeSecureServer(box, about, tls), {
      host: remote.host,
      port: remote.port,
    })
    places.push(`tls://${remote.host}:${port}`)
  }
  // Ready without it; who needs it meanwhile waits.
  void box.preparePython()
  console.log(`sandboxd ready on ${places.join(' and ')} (${engine}; ${leash.describe}; ${jail.describe})`)
}

/** Resolves to the port, which the system chooses when 0 was asked for. */
async function listening(server: net.Server, options: net.ListenOptions): Promise<{ port?: number }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options, resolve)
  })
  const address = server.address()
  return address !== null && typeof address === 'object' ? { port: address.port } : {}
}

/** Removes a socket that nobody listens on any more. Throws when somebody does. */
async function claimSocket(socketPath: string): Promise<void> {
  const taken = await new Promise<boolean>((resolve) => {
    const probe = net.connect(socketPath)
    probe.once('connect', () => resolve(true)).once('error', () => resolve(false))
    probe.once('connect', () => probe.destroy())
  })
  if (taken) throw new Error(`Another sandboxd listens on ${socketPath}.`)
  fs.rmSync(socketPath, { force: true })
}
