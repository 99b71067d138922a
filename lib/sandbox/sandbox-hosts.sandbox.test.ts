/** Tests two real hosts behind one sandbox, reached over TLS as from another machine. */
import net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { runToEnd } from '../runs/start/start-run.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../testing/factories.ts'
import { makeJob } from '../testing/make-sandbox-job.ts'
import { setUpSandboxHosts, WAITS } from '../testing/setup/sandbox/sandbox-hosts.ts'
import { startSandboxHost, type TestHost } from '../testing/start-sandbox-host.ts'
import { parseHosts, rankHosts } from './host-address.ts'
import type { Sandbox } from './sandbox.ts'
import { connectSandbox } from './sandbox-client.ts'

const fleet = setUpSandboxHosts()
const { whereRuns, publisherAt } = fleet

test('a publisher’s runs go to the publisher’s own host', async () => {
  const [first, second] = fleet.hosts as [TestHost, TestHost]

  expect(await whereRuns(publisherAt(first))).toBe(first.address)
  expect(await whereRuns(publisherAt(second))).toBe(second.address)
  await expect.poll(async () => (await fleet.sandbox.health()).detail).toMatch(/^2 of 2 hosts are up, /)
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
  const { address, open, made } = await startNetwork(fleet.hosts[0]!.port)
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
  const { address, cut } = await startNetwork(fleet.hosts[0]!.port)
  const both = [address, fleet.hosts[1]!.address]
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
  const [doomed, other] = fleet.hosts as [TestHost, TestHost]
  const publisher = publisherAt(doomed)
  const unharmed = fleet.sandbox.execute(
    makeJob('export default async () => { await scheduler.wait(400); return "unharmed" }', {
      publisher: publisherAt(other),
    }),
  )
  const begun = Promise.withResolvers<void>()
  const executeOnDoomed: Sandbox['execute'] = (job, options) =>
    fleet.sandbox.execute({ ...job, publisher: publisher }, { ...options, onEvent: () => begun.resolve() })
  const lost = runToEnd(...(await publish(WAITS, { ...fleet.sandbox, execute: executeOnDoomed })))
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
    .poll(() => fleet.sandbox.health())
    .toMatchObject({ ok: true, detail: expect.stringMatching(/^1 of 2 hosts/) })

  fleet.hosts[0] = await startSandboxHost(fleet.certs.host, doomed.port)
  await expect.poll(() => whereRuns(publisher)).toBe(doomed.address)
})

async function publish(definition: string, by: Sandbox): Promise<Parameters<typeof runToEnd>> {
  const document = makeSkillSetDocument({ skills: [makeSkillDocument({ definition })] })
  const { skillName } = await makePublishedVersion({ document })
  const ctx = await contextFor(await makeUser(), { sandbox: by })
  return [ctx, { skill: { name: skillName }, args: { name: 'Ada' } }]
}
