/**
 * sandboxd: the process that runs publishers' code, apart from the web server and without its secrets.
 *
 * Listens on $GUILDHALL_SANDBOX_SOCKET once its engine runs, and prints one line then. Ends, with everything it
 * started, on SIGTERM, SIGINT, or when the process that started it is gone.
 */
import fs from 'node:fs'
import net from 'node:net'
import { openBox } from './box.ts'
import { cacheFolder } from './cache-folder.ts'
import { prepareSetup } from './prepare-setup.ts'
import { makeScratch, requireShortPath } from './scratch.ts'
import { makeServer } from './server.ts'

const socketPath = process.env.GUILDHALL_SANDBOX_SOCKET
if (!socketPath) stop('GUILDHALL_SANDBOX_SOCKET has to name the socket to listen on.')
// Whatever is created here, sockets included, is this user's alone.
process.umask(0o077)
await start(requireShortPath(socketPath)).catch((error: Error) => stop(error.message))

async function start(socketPath: string): Promise<void> {
  await claimSocket(socketPath)
  const folder = makeScratch()
  const setup = prepareSetup(folder, { jail: process.env.GUILDHALL_SANDBOX_JAIL || undefined })
  const { binary, leash, jail } = setup
  const box = await openBox(setup, cacheFolder())
  const engine = `workerd ${binary.version}`
  const server = makeServer(box, {
    engine,
    memory: leash.describe,
    jail: jail.describe,
    isDegraded: jail.name === 'none',
  })

  const end = () => {
    box.close()
    fs.rmSync(folder, { recursive: true, force: true })
    fs.rmSync(socketPath, { force: true })
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end)
  // The channel to the process that started this one closes however that one ends.
  process.on('disconnect', end)

  server.listen(socketPath, () => {
    fs.chmodSync(socketPath, 0o600)
    // Ready without it; who needs it meanwhile waits.
    void box.preparePython()
    console.log(`sandboxd ready on ${socketPath} (${engine}; ${leash.describe}; ${jail.describe})`)
  })
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

function stop(sentence: string): never {
  console.error(`sandboxd: ${sentence}`)
  process.exit(1)
}
