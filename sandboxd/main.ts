/**
 * The program sandboxd. It serves a site on this machine on the socket $GUILDHALL_SANDBOX_SOCKET, and sites on other machines
 * with `--listen HOST:PORT --certs FOLDER`. It has none of the site's secrets. It ends on SIGTERM, SIGINT, or with its parent.
 */

import { X509Certificate } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TlsOptions } from 'node:tls'
import { parseArgs } from 'node:util'
import { findStrongerJailHint } from './jail/choose-jail.ts'
import { type LocalSandbox, openLocalSandbox, prepareProcessSetup } from './local-sandbox.ts'
import { cacheFolder, createScratch, removeScratch, requireShortPath } from './os/scratch-folder.ts'
import { createKeptRuns } from './run/kept-runs.ts'
import { createSandboxServer, createSecureSandboxServer } from './server.ts'

type ListenAddress = { host: string; port: number }

type ListenTargets = { socketPath?: string; remote?: ListenAddress & { certs: string } }

/** Python is prepared later, because a starting site needs the processors. */
const PYTHON_DELAY_MS = 60_000
const FILES_CHECK_MS = 1_000
const DRAIN_WITHIN_MS = 10_000

// Every file that is created is accessible to this user only.
process.umask(0o077)
await start().catch((error: Error) => {
  console.error(`sandboxd: ${error.message}`)
  process.exit(1)
})

function readListenTargets(): ListenTargets {
  const socketPath = process.env.GUILDHALL_SANDBOX_SOCKET
  const { listen, certs } = parseArgs({
    options: { listen: { type: 'string' }, certs: { type: 'string' } },
  }).values
  if (!socketPath && !listen)
    throw new Error('Set GUILDHALL_SANDBOX_SOCKET to the socket to listen on, or pass --listen HOST:PORT.')
  if (listen && !certs)
    throw new Error(
      '--listen requires --certs FOLDER, because every client must present a certificate. To create certificates, see npm run cli -- sandbox certs --help',
    )
  return {
    ...(socketPath && { socketPath: requireShortPath(socketPath) }),
    ...(listen && certs && { remote: { ...parseListenAddress(listen), certs } }),
  }
}

async function start(): Promise<void> {
  const { socketPath, remote } = readListenTargets()
  const tls = remote && readServerTls(remote.certs)
  if (socketPath) await claimSocket(socketPath)
  const folder = createScratch()
  const setup = prepareProcessSetup(folder)
  const { binary, rlimitWrapper, jail, findings } = setup
  const isLocalSite = process.env.GUILDHALL_SANDBOX_LOCAL_SITE === '1'
  const sandbox = await openLocalSandbox(setup, cacheFolder(), {
    isLocalSite,
    pythonDelayMs: PYTHON_DELAY_MS,
  })
  const engine = `workerd ${binary.version}`
  const facts = {
    engine,
    memory: rlimitWrapper.description,
    jail: jail.description,
    isDegraded: jail.name === 'none',
    findings,
  }

  const served = { sandbox, facts, keptRuns: createKeptRuns() }
  const servers: net.Server[] = []
  endOnSignalOrLostFile({ sandbox, servers, folder })
  const addresses: string[] = []
  if (socketPath) {
    const server = createSandboxServer(served)
    servers.push(server)
    await startListening(server, { path: socketPath })
    fs.chmodSync(socketPath, 0o600)
    addresses.push(socketPath)
  }
  if (remote && tls) {
    const server = createSecureSandboxServer(served, tls)
    servers.push(server)
    const { port } = await startListening(server, { host: remote.host, port: remote.port })
    addresses.push(`tls://${remote.host}:${port}`)
  }
  console.log(
    `sandboxd ready on ${addresses.join(' and ')} (${engine}; ${rlimitWrapper.description}; ${jail.description})`,
  )
  const hint = findStrongerJailHint(findings)
  if (hint) console.log(hint)
}

type Serving = { sandbox: LocalSandbox; servers: net.Server[]; folder: string }

/** Ends on a signal, with the parent, and when a file that processes need is gone; the supervisor starts sandboxd again then. */
function endOnSignalOrLostFile({ sandbox, servers, folder }: Serving): void {
  let isEnding = false
  // Closing a server removes its socket as well.
  const refuseConnections = () => servers.forEach((server) => void server.close())
  const end = async (code: number) => {
    if (isEnding) return
    isEnding = true
    refuseConnections()
    await sandbox.close()
    removeScratch(folder)
    process.exit(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(0))
  process.on('disconnect', () => end(0))
  const watch = setInterval(async () => {
    const missing = sandbox.missingFile()
    if (!missing) return
    clearInterval(watch)
    console.error(`sandboxd: ${missing} was removed. Ending, because no process can start without it.`)
    refuseConnections()
    const deadline = performance.now() + DRAIN_WITHIN_MS
    while (sandbox.report().running > 0 && performance.now() < deadline) await sleep(50)
    await end(1)
  }, FILES_CHECK_MS)
}

async function startListening(server: net.Server, options: net.ListenOptions): Promise<{ port?: number }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options, resolve)
  })
  const address = server.address()
  return address !== null && typeof address === 'object' ? { port: address.port } : {}
}

/** Removes a socket that a dead sandboxd left. Throws if another process listens on it. */
async function claimSocket(socketPath: string): Promise<void> {
  const isInUse = await new Promise<boolean>((resolve) => {
    const probe = net.connect(socketPath)
    probe.once('connect', () => resolve(true)).once('error', () => resolve(false))
    probe.once('connect', () => probe.destroy())
  })
  if (isInUse) throw new Error(`Another sandboxd is already listening on ${socketPath}.`)
  fs.rmSync(socketPath, { force: true })
}

function parseListenAddress(text: string): ListenAddress {
  const [, bracketed, bare, port] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/i.exec(text) ?? []
  const host = bracketed ?? bare
  if (!host || Number(port) > 65_535)
    throw new Error(`--listen ${text} is not a valid address. Use HOST:PORT, for example 0.0.0.0:7443.`)
  return { host, port: Number(port) }
}

/** Returns TLS options that require client certificates of the same authority. Throws for a missing or invalid file. */
function readServerTls(folder: string): TlsOptions {
  const ca = readPem(folder, 'ca.pem')
  const cert = readPem(folder, 'server.pem')
  const key = readPem(folder, 'server-key.pem')
  const authority = parseCertificate(ca, folder, 'ca.pem')
  const own = parseCertificate(cert, folder, 'server.pem')
  if (!authority.ca) throw new Error(`${path.join(folder, 'ca.pem')} is not a CA certificate.`)
  if (!own.verify(authority.publicKey))
    throw new Error(`${path.join(folder, 'server.pem')} was not signed by the CA in ca.pem.`)
  if (Date.now() > own.validToDate.getTime())
    throw new Error(`${path.join(folder, 'server.pem')} expired on ${own.validTo}. Create new certificates.`)
  return { ca, cert, key, requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' }
}

function readPem(folder: string, name: string): Buffer {
  try {
    return fs.readFileSync(path.join(folder, name))
  } catch {
    throw new Error(
      `${path.join(folder, name)} cannot be read. sandboxd requires mutual TLS to accept requests from other hosts. See npm run cli -- sandbox certs --help`,
    )
  }
}

function parseCertificate(pem: Buffer, folder: string, name: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new Error(`${path.join(folder, name)} is not a PEM certificate.`)
  }
}
