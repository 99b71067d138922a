/** Tests two real hosts behind one sandbox, reached over TLS as from another machine. */
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { findFreePort } from '#bin/runtime/free-port.ts'
import { runToEnd } from '../runs/start/start-run.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../testing/factories.ts'
import { makeJob } from '../testing/make-sandbox-job.ts'
import { makeCerts, startSandboxHost, type TestHost } from '../testing/start-sandbox-host.ts'
import { parseHosts, rankHosts } from './host-address.ts'
import type { Sandbox } from './sandbox.ts'
import { connectSandbox } from './sandbox-client.ts'

const WAITS = `async function handler() { console.log('begun'); await new Promise(() => {}) }`
const A_WHILE = { wallMs: 60_000 }

type Certs = Awaited<ReturnType<typeof makeCerts>>

let certs: Certs
/** Certificates of an authority that the hosts do not trust. */
let stranger: Certs
let hosts: TestHost[]
let sandbox: Sandbox

beforeAll(async () => {
  ;[certs, stranger] = await Promise.all([makeCerts(), makeCerts()])
  process.env.GUILDHALL_SANDBOX_CERTS = certs.site
  // A test restarts the first host at its port, which no other process may use in the meantime.
  hosts = [await startSandboxHost(certs.host, await findFreePort()), await startSandboxHost(certs.host)]
  sandbox = connectSandbox(hosts.map(({ address }) => address).join(','))
})

afterAll(async () => {
  delete process.env.GUILDHALL_SANDBOX_CERTS
  await Promise.all(hosts.map((host) => host.kill()))
  for (const { folder } of [certs, stranger]) fs.rmSync(folder, { recursive: true, force: true })
})

/** Returns a publisher whose primary host this is. */
function publisherAt(host: TestHost): string {
  const all = parseHosts(hosts.map(({ address }) => address).join(','))
  const names = Array.from({ length: 100 }, (_, n) => `press_${n}`)
  return names.find((name) => rankHosts(all, name)[0]?.name === host.address)!
}

/**
 * Returns the number of runs on each host that answers in time, which a busy one may not. A run that its caller gave
 * up continues there for a moment.
 */
async function running(): Promise<Record<string, number>> {
  const { hosts: seen = [] } = await sandbox.health()
  return Object.fromEntries(seen.flatMap((host) => (host.ok ? [[host.name, host.running]] : [])))
}

/** Starts a run of that publisher, and returns the host that runs it. */
async function whereRuns(publisher: string): Promise<string> {
  await expect.poll(async () => Object.values(await running()).every((count) => count === 0)).toBe(true)
  const leaving = new AbortController()
  const begun = Promise.withResolvers<void>()
  const run = sandbox.execute(makeJob(WAITS, { publisher, limits: A_WHILE }), {
    signal: leaving.signal,
    onEvent: () => begun.resolve(),
  })
  await begun.promise
  const findBusyHost = async () => Object.entries(await running()).find(([, count]) => count === 1)?.[0]
  const host = await vi.waitUntil(findBusyHost, { timeout: 50_000 })
  leaving.abort()
  expect(await run).toMatchObject({ kind: 'cancelled' })
  return host
}

test('a publisher’s runs go to the publisher’s own host', async () => {
  const [first, second] = hosts as [TestHost, TestHost]

  expect(await whereRuns(publisherAt(first))).toBe(first.address)
  expect(await whereRuns(publisherAt(second))).toBe(second.address)
  await expect.poll(async () => (await sandbox.health()).detail).toMatch(/^2 of 2 hosts are up, /)
})

/** Starts a proxy to a host; `cut` drops what is sent from then on, without closing connections. */
async function startNetwork(port: number) {
  const open = new Set<net.Socket>()
  let isCut = false
  let made = 0
  const between = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1')
    made += 1
    open.add(near)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const)
      from
        .on('error', () => {})
        .on('close', () => open.delete(near) && to.destroy())
        .on('data', (chunk) => isCut || to.write(chunk))
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    between.close()
  })
  return {
    address: `tls://localhost:${(between.address() as net.AddressInfo).port}`,
    open,
    made: () => made,
    cut() {
      isCut = true
    },
  }
}

test('a connection is reused for the next run, and closed by a cancelled run', async () => {
  const { address, open, made } = await startNetwork(hosts[0]!.port)
  const host = connectSandbox(address)
  const madeBy = async (run: Promise<unknown>) => {
    const before = made()
    await run
    return made() - before
  }
  const publisher = 'press_kept'
  const quick = () => host.execute(makeJob('export default async () => 1', { publisher }))

  expect(await madeBy(quick())).toBe(1)
  // The end of a response may arrive after its last line.
  await expect.poll(() => madeBy(quick())).toBe(0)
  const leaving = new AbortController()
  const options = { signal: leaving.signal, onEvent: () => leaving.abort() }
  expect(await host.execute(makeJob(WAITS, { publisher }), options)).toMatchObject({ kind: 'cancelled' })

  await expect.poll(() => open.size).toBeLessThan(made())
  expect(await quick()).toMatchObject({ kind: 'returned', value: 1 })
})

test('a run goes to another host when the connection to its own is open but dead', async () => {
  const { address, cut } = await startNetwork(hosts[0]!.port)
  const both = [address, hosts[1]!.address]
  const publisher = Array.from({ length: 100 }, (_, n) => `press_${n}`).find(
    (name) => rankHosts(parseHosts(both.join(',')), name)[0]?.name === address,
  )!
  const two = connectSandbox(both.join(','))
  const execute = () => two.execute(makeJob('export default async () => 1', { publisher }))
  expect(await execute()).toMatchObject({ kind: 'returned' })

  cut()

  expect(await execute()).toMatchObject({ kind: 'returned', value: 1 })
})

test('when a host is killed, its runs fail, others continue, and it is used again once it is back', async () => {
  const [doomed, other] = hosts as [TestHost, TestHost]
  const publisher = publisherAt(doomed)
  const unharmed = sandbox.execute(
    makeJob('export default async () => { await scheduler.wait(400); return "unharmed" }', {
      publisher: publisherAt(other),
    }),
  )
  const begun = Promise.withResolvers<void>()
  const executeOnDoomed: Sandbox['execute'] = (job, options) =>
    sandbox.execute({ ...job, publisher: publisher }, { ...options, onEvent: () => begun.resolve() })
  const lost = runToEnd(...(await publish(WAITS, { ...sandbox, execute: executeOnDoomed })))
  await begun.promise

  await doomed.kill()

  expect(await lost).toMatchObject({
    state: 'failed',
    error: {
      code: 'TOOL_NOT_AVAILABLE',
      message: 'The sandbox stopped while the skill was running. There is no output.',
    },
  })
  expect(await unharmed).toMatchObject({ kind: 'returned', value: 'unharmed' })
  expect(await whereRuns(publisher)).toBe(other.address)
  await expect
    .poll(() => sandbox.health())
    .toMatchObject({ ok: true, detail: expect.stringMatching(/^1 of 2 hosts/) })

  hosts[0] = await startSandboxHost(certs.host, doomed.port)
  await expect.poll(() => whereRuns(publisher)).toBe(doomed.address)
})

async function publish(definition: string, sandbox: Sandbox): Promise<Parameters<typeof runToEnd>> {
  const document = makeSkillSetDocument({ skills: [makeSkillDocument({ definition })] })
  const { skillName } = await makePublishedVersion({ document })
  const ctx = await contextFor(await makeUser(), { sandbox })
  return [ctx, { skill: { name: skillName }, args: { name: 'Ada' } }]
}

const strangers: [who: string, connect: (port: number) => net.Socket][] = [
  ['no certificate', (port) => tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false })],
  [
    'a certificate of another authority',
    (port) =>
      tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...pairOf(stranger.site, 'client') }),
  ],
  [
    'the certificate of a host, which may not call',
    (port) =>
      tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...pairOf(certs.host, 'server') }),
  ],
  ['no TLS at all', (port) => net.connect({ port, host: '127.0.0.1' })],
]

function pairOf(folder: string, name: string) {
  return {
    cert: fs.readFileSync(path.join(folder, `${name}.pem`)),
    key: fs.readFileSync(path.join(folder, `${name}-key.pem`)),
  }
}

test.each(strangers)('a client with %s gets no response', async (_who, connect) => {
  const socket = connect(hosts[1]!.port)
  const received: Buffer[] = []
  socket.on('data', (chunk: Buffer) => received.push(chunk)).on('error', () => {})
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')

  await new Promise((resolve) => socket.once('close', resolve))

  expect(Buffer.concat(received).toString('latin1')).not.toContain('workerd')
})

test('a site with certificates of another CA learns that nothing ran, and why', async () => {
  process.env.GUILDHALL_SANDBOX_CERTS = stranger.site
  const wrong = connectSandbox(hosts[1]!.address)

  const outcome = await wrong.execute(makeJob('export default async () => 1'))
  const health = await wrong.health()
  process.env.GUILDHALL_SANDBOX_CERTS = certs.site

  expect(outcome).toEqual({ kind: 'unavailable', message: expect.any(String), durationMs: 0, logs: [] })
  expect(health).toMatchObject({
    ok: false,
    hosts: [{ ok: false, reason: expect.stringContaining('certificate') }],
  })
})

test('a host without the files to ask callers for a certificate does not listen', async () => {
  const bare = path.join(certs.folder, 'bare')
  fs.cpSync(certs.host, bare, { recursive: true })
  fs.rmSync(path.join(bare, 'ca.pem'))

  await expect(startSandboxHost(bare)).rejects.toThrow('requires mutual TLS')
})
