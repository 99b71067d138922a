import fs from 'node:fs'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { findFreePort } from '#bin/server/runtime/free-port.ts'
import { parseHosts, rankHosts } from '../../../sandbox/host-address.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { connectSandbox } from '../../../sandbox/sandbox-client.ts'
import { makeJob } from '../../make-sandbox-job.ts'
import { makeCerts, startSandboxHost, type TestHost } from '../../start-sandbox-host.ts'

export const WAITS = `async function handler() { console.log('begun'); await new Promise(() => {}) }`
const A_WHILE = { wallMs: 60_000 }

type Certs = Awaited<ReturnType<typeof makeCerts>>

export function setUpSandboxHosts() {
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

  return {
    get certs() {
      return certs
    },
    get stranger() {
      return stranger
    },
    get hosts() {
      return hosts
    },
    get sandbox() {
      return sandbox
    },
    publisherAt,
    whereRuns,
  }
}
