/** Tests which host gets a job, with fake hosts. */
import { expect, test } from 'vitest'
import { makeJob } from '../testing/make-sandbox-job.ts'
import { rankHosts } from './host-address.ts'
import type { SandboxdReport } from './sandbox.ts'
import { createSandbox } from './sandbox-client.ts'
import type { Attempt, SandboxHost } from './sandbox-host.ts'

const PUBLISHER = 'press'
const NAMES = rankHosts([{ name: 'a' }, { name: 'b' }, { name: 'c' }], PUBLISHER).map(({ name }) => name)

type State = {
  kind: 'free' | 'full' | 'gone' | 'dies' | 'down' | 'unjailed'
  running?: number
  lacks?: string
}

/** Creates a sandbox of these hosts, the publisher's primary host first. `asked` lists the hosts that were tried. */
function open(...states: [State, ...State[]]) {
  const asked: string[] = []
  const hosts = states.map(({ kind: is, running = 0, lacks }, n): SandboxHost => {
    const name = NAMES[n]!
    const report = { running, waiting: 0, capacity: 8 } as SandboxdReport
    return {
      name,
      unsupportedReason: () => lacks,
      async attempt(_job, { mayOverflow = false } = {}): Promise<Attempt> {
        asked.push(mayOverflow ? name : `${name} queued`)
        if (is === 'gone') return 'unreached'
        if (is === 'full' && mayOverflow) return 'full'
        const ended = { durationMs: 1, logs: [] }
        if (is === 'down') return { kind: 'unavailable', message: 'no engine', ...ended }
        if (is === 'unjailed')
          return { kind: 'unavailable', reason: 'unjailed', message: 'no jail', ...ended }
        if (is === 'dies') return { kind: 'unavailable', reason: 'lost', message: 'lost', ...ended }
        return { kind: 'returned', value: name, ...ended }
      },
      health: async () => (is === 'gone' ? { name, ok: false, reason: '' } : { ...report, name, ok: true }),
    }
  })
  const sandbox = createSandbox(() => hosts)
  return { asked, sandbox, run: () => sandbox.execute(makeJob('', { publisher: PUBLISHER })) }
}

const [primary, second, third] = NAMES as [string, string, string]

test('a run goes to its publisher’s primary host', async () => {
  expect(await open({ kind: 'free' }, { kind: 'free' }, { kind: 'free' }).run()).toMatchObject({
    value: primary,
  })
})

test('when its primary host is full, a run goes to the host that has least to do', async () => {
  const { run } = open(
    { kind: 'full', running: 8 },
    { kind: 'free', running: 5 },
    { kind: 'free', running: 2 },
  )

  expect(await run()).toMatchObject({ value: third })
})

test('when all are full it waits in the queue of the least loaded, its primary host among them', async () => {
  const { run } = open(
    { kind: 'full', running: 8 },
    { kind: 'full', running: 9 },
    { kind: 'full', running: 12 },
  )

  expect(await run()).toMatchObject({ value: primary })
})

test('when its primary host is gone a run goes to its second host, and the next one does not ask the first again', async () => {
  const { run, asked } = open({ kind: 'gone' }, { kind: 'free' }, { kind: 'free' })

  expect([await run(), await run()]).toMatchObject([{ value: second }, { value: second }])
  expect(asked).toEqual([primary, second, second])
})

test('a run that was lost is not begun again elsewhere, for it may have done something', async () => {
  const { run, asked } = open({ kind: 'dies' }, { kind: 'free' })

  expect(await run()).toMatchObject({ kind: 'unavailable', reason: 'lost' })
  expect(asked).toEqual([primary])
})

test('a run goes to the next host if the engine of its primary host cannot start, and the next one goes there at once', async () => {
  const { run, asked } = open({ kind: 'down' }, { kind: 'free' })

  expect([await run(), await run()]).toMatchObject([{ value: second }, { value: second }])
  expect(asked).toEqual([primary, second, second])
})

test('code that a host without a jail refuses runs on one with a jail, and the first still gets other code', async () => {
  const { run, asked } = open({ kind: 'unjailed' }, { kind: 'free' })

  expect([await run(), await run()]).toMatchObject([{ value: second }, { value: second }])
  expect(asked).toEqual([primary, second, primary, second])
})

test('if every host refuses, the first reason is reported', async () => {
  expect(await open({ kind: 'unjailed' }, { kind: 'gone' }).run()).toMatchObject({ reason: 'unjailed' })
  expect(await open({ kind: 'gone' }, { kind: 'down' }).run()).toMatchObject({ message: 'no engine' })
})

test('an unsuitable host is not asked, even if it is idle', async () => {
  const { run, asked } = open(
    { kind: 'free', lacks: 'No Python.' },
    { kind: 'full' },
    { kind: 'free', lacks: 'No Python.' },
  )

  expect(await run()).toMatchObject({ value: second })
  expect(asked).toEqual([`${second} queued`])
})

test('if no host is suitable, the missing feature is named, and nothing runs', async () => {
  const { run, asked } = open({ kind: 'free', lacks: 'No Python.' }, { kind: 'gone', lacks: 'No Python.' })

  expect(await run()).toMatchObject({ kind: 'unavailable', reason: 'unable', message: 'No Python.' })
  expect(asked).toEqual([])
})

test('a run is queued on one host only', async () => {
  const { run, asked } = open({ kind: 'full' })

  expect(await run()).toMatchObject({ value: primary })
  expect(asked).toEqual([`${primary} queued`])
})

test('without any host nothing runs', async () => {
  expect(await open({ kind: 'gone' }, { kind: 'gone' }).run()).toMatchObject({ kind: 'unavailable' })
})

test('an invalid setting makes the sandbox unavailable, and the status explains it', async () => {
  const sandbox = createSandbox(() => {
    throw new Error('the setting is wrong')
  })

  expect(await sandbox.execute(makeJob(''))).toMatchObject({ kind: 'unavailable' })
  expect(await sandbox.health()).toMatchObject({ ok: false, hosts: [{ reason: 'the setting is wrong' }] })
})
