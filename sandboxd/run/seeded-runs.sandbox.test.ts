// The clock and the randomness of replays, in both languages.
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../lib/kernel/json/json.ts'
import { PYTHON_LIMITS, type SandboxJob, type SeededRun } from '../../lib/sandbox/sandbox.ts'
import { connectSandbox } from '../../lib/sandbox/sandbox-client.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { pythonReady } from '../../lib/testing/wait-for-python.ts'

beforeAll(() => pythonReady(connectSandbox()))

const startMs = Date.parse('2024-02-29T12:00:00Z')
const seeded: SeededRun = { startMs, seed: '0123456789abcdef0123456789abcdef' }

const LANGUAGES = {
  JavaScript: {
    draws: `export default async () => ({
      math: [Math.random(), Math.random()],
      uuid: crypto.randomUUID(),
      bytes: [...crypto.getRandomValues(new Uint8Array(8))],
      words: [...crypto.getRandomValues(new Uint32Array(2))],
    })`,
    clocks: `export default async ({ context }) => {
      const monotonic = performance.now()
      const started = Date.now()
      await new Promise((resolve) => setTimeout(resolve, 60))
      class Day extends Date {}
      return {
        today: new Date().toISOString().slice(0, 10),
        others: [Date().slice(4, 15), new Day().getUTCFullYear(), new (new Date().constructor)().getUTCFullYear(),
          new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone: 'UTC' }).format(),
          new Intl.DateTimeFormat('en', { year: 'numeric' }).formatToParts()[0].value],
        given: [new Date(2020, 0, 5).getFullYear(), new Date('2021-03-04').getUTCDate(), new Date(0).getTime(),
          new Date() instanceof Date],
        passedMs: Date.now() - started,
        monotonicMs: performance.now() - monotonic,
        leftMs: context.deadline - Date.now(),
      }
    }`,
    others: ['Feb 29 2024', 2024, 2024, '2/29/24', '2024'],
    given: [2020, 4, 0, true],
    changes: {},
  },
  Python: {
    draws: `import os, random, secrets, uuid
def main(args):
    return {"math": [random.random(), random.randint(1, 10**9)], "uuid": str(uuid.uuid4()),
            "bytes": list(os.urandom(8)), "words": [secrets.token_hex(8), secrets.randbelow(10**9)]}`,
    clocks: `import datetime, time, runtime
def main(args):
    monotonic, started = time.monotonic(), time.time()
    time.sleep(0.06)
    return {"today": datetime.date.today().isoformat(),
            "others": [datetime.datetime.now(datetime.timezone.utc).isoformat()[:10], time.gmtime().tm_year,
                       time.strftime("%Y-%m-%d"), time.time_ns() // 10**9 // 86400],
            "given": [datetime.datetime.fromtimestamp(0, datetime.timezone.utc).year],
            "passedMs": (time.time() - started) * 1000, "monotonicMs": (time.monotonic() - monotonic) * 1000,
            "leftMs": runtime.context["deadline"] - time.time() * 1000}`,
    others: ['2024-02-29', 2024, '2024-02-29', Math.floor(startMs / 86_400_000)],
    given: [1970],
    changes: { runtime: 'python', limits: PYTHON_LIMITS },
  },
} as const

type Language = keyof typeof LANGUAGES

async function run(definition: string, changes: Partial<SandboxJob>): Promise<JsonObject> {
  const ended = await connectSandbox().execute(makeJob(definition, changes))
  expect(ended).toMatchObject({ kind: 'returned' })
  return ended.kind === 'returned' ? (ended.value as JsonObject) : {}
}

describe.each(['JavaScript', 'Python'] as const)('a replay of %s', (language: Language) => {
  const { draws, clocks, others, given, changes } = LANGUAGES[language]

  test('draws the same random numbers, ids and bytes for the same seed, and others for another', async () => {
    const first = await run(draws, { ...changes, seeded })
    expect(await run(draws, { ...changes, seeded })).toEqual(first)

    const other = await run(draws, { ...changes, seeded: { startMs, seed: seeded.seed.replace('0', 'f') } })
    for (const [name, value] of Object.entries(other)) expect(first[name]).not.toEqual(value)
    expect(first.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('reads the wall clock of the recorded run, which goes on, and the real monotonic clock', async () => {
    const context = { deadline: startMs + 5_000 }
    const found = await run(clocks, { ...changes, context, seeded })
    expect(found).toMatchObject({ today: '2024-02-29', others, given })
    for (const name of ['passedMs', 'monotonicMs']) {
      expect(found[name]).toBeGreaterThanOrEqual(50)
      expect(found[name]).toBeLessThan(5_000)
    }
    expect(found.leftMs).toBeGreaterThan(0)
    expect(found.leftMs).toBeLessThanOrEqual(30_000)
  })

  test('is the only run with such a clock: the next run of the process has the real one, and draws anew', async () => {
    const publisher = `seeded_${language}`
    await run(draws, { ...changes, publisher, seeded })
    const [one, two] = [
      await run(draws, { ...changes, publisher }),
      await run(draws, { ...changes, publisher }),
    ]
    for (const [name, value] of Object.entries(two)) expect(one[name]).not.toEqual(value)
    const today = new Date().toISOString().slice(0, 10)
    const context = { deadline: Date.now() + 5_000 }
    expect(await run(clocks, { ...changes, publisher, context })).toMatchObject({ today })
  })
})

test('a package that uses node:crypto draws seeded bytes in a replay', async () => {
  const code = "export { randomBytes as _0, randomUUID as _1 } from 'node:crypto'"
  const packages = { key: createHash('sha256').update(code).digest('hex'), code, hasNode: true }
  const definition = `import { randomBytes, randomUUID } from 'ids'
export default async () => ({ bytes: randomBytes(8).toString('hex'), uuid: randomUUID() })`
  const one = await run(definition, { packages, seeded })
  expect(await run(definition, { packages, seeded })).toEqual(one)
  expect((await run(definition, { packages })).bytes).not.toBe(one.bytes)
})
