/** The lane `long`: more memory, its own processes, and quick runs that do not notice it. */

import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { LONG_LIMITS, type SandboxJob } from '../../lib/sandbox/sandbox.ts'
import { connectSandbox } from '../../lib/sandbox/sandbox-client.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { onLinux } from '../../lib/testing/skip-unless.ts'
import { createJavascriptEngine } from '../engine/sandbox-engine.ts'
import { prepareProcessSetup } from '../local-sandbox.ts'
import { withScratch } from '../os/scratch-folder.ts'
import { openProcessPool } from '../pool/process-pool.ts'

const sandbox = connectSandbox()

const makeLongJob = (definition: string, more: Partial<Omit<SandboxJob, 'limits'>> = {}) =>
  makeJob(definition, { lane: 'long', limits: LONG_LIMITS, ...more })

const TAKES_500_MB = `export default async () => {
  const parts = []
  for (let count = 0; count < 500; count++) parts.push(new Array(131072).fill(count))
  return parts.length
}`

/** Until it is ended: memory that is free again before it is looked at is not seen. */
const HOLDS_500_MB = TAKES_500_MB.replace(
  'return',
  'await new Promise(() => setTimeout(() => {}, 60_000))\n  return',
)

test('a long run may use memory that ends a quick run', async () => {
  expect(await sandbox.execute(makeLongJob(TAKES_500_MB))).toMatchObject({ kind: 'returned', value: 500 })
  expect(await sandbox.execute(makeJob(TAKES_500_MB))).toMatchObject({ kind: 'limit', limit: 'memory' })
})

test('Python in the long lane may use memory that ends a quick run', async () => {
  const definition = 'def main(args):\n    return len(bytearray(500 * 1024 * 1024))'
  const job = { runtime: 'python' as const, entrypoint: 'main' }

  expect(await sandbox.execute(makeLongJob(definition, job))).toMatchObject({
    kind: 'returned',
    value: 500 * 1024 * 1024,
  })
  expect(await sandbox.execute(makeJob(definition, job))).not.toMatchObject({ kind: 'returned' })
})

/** The line is sent before the loop blocks the thread. */
const LOOP = `export default async () => {
  console.log('begun')
  await new Promise((next) => setTimeout(next, 20))
  for (;;);
}`

/** Starts busy loops in the long lane, for as long as the test lasts. Resolves when two have begun. */
async function fillLongLane(count: number): Promise<void> {
  const over = new AbortController()
  onTestFinished(() => over.abort())
  const { promise, resolve } = Promise.withResolvers<void>()
  let begun = 0
  const onEvent = () => {
    begun += 1
    if (begun === 2) resolve()
  }
  for (let index = 0; index < count; index += 1)
    sandbox.execute(makeLongJob(LOOP, { organisation: `org_${index}`, publisher: `crowd_${index}` }), {
      signal: over.signal,
      onEvent,
    })
  await promise
}

test('quick runs start while long runs fill every process of their lane', async () => {
  await fillLongLane(20)

  expect(await sandbox.execute(makeJob('export default async () => 1'))).toMatchObject({ value: 1 })
})

// The kernel shares the processor by priority. A measurement of times would depend on what else this machine does.
test.runIf(onLinux)('processes of long runs have a lower priority than those of quick runs', async () => {
  await withScratch(async (folder) => {
    const setup = prepareProcessSetup(folder)
    const engines = [setup.engine, createJavascriptEngine(setup.binary, folder, 'long')]
    const priorities: number[] = []
    for (const engine of engines) {
      const pool = await openProcessPool({ ...setup, engine })
      const { pid } = await pool.acquire({ publisher: 'ada' }, new AbortController().signal)
      priorities.push(os.getPriority(pid))
      await pool.close()
    }

    expect(priorities).toEqual([os.getPriority(), os.getPriority() + 10])
  })
})

const WAITS = 'export default () => new Promise((resolve) => setTimeout(resolve, 60000))'
const LOOPS = 'export default async () => { for (;;) await null }'

// biome-ignore format: table
test.each([
  { name: 'memory',   limits: { memoryMb: 200 }, definition: HOLDS_500_MB, message: 'The skill exceeded its memory limit of 200 MB.' },
  { name: 'CPU time', limits: { cpuMs: 500 },    definition: LOOPS,        message: 'The skill exceeded its CPU time limit of 0.5 s.' },
  { name: 'time',     limits: { wallMs: 500 },   definition: WAITS,        message: 'The skill exceeded its time limit of 0.5 s.' },
])('a long run ends at an operator’s ceiling of $name below that of the lane', async ({ limits, definition, message }) => {
  // Of a publisher of its own, so that no earlier run has left its process large.
  const own = { publisher: randomUUID(), limits: { ...LONG_LIMITS, ...limits } }
  const job = makeJob(definition, { lane: 'long', ...own })

  expect(await sandbox.execute(job)).toMatchObject({ kind: 'limit', message })
})

const TAKES_2_GB = TAKES_500_MB.replace('count < 500', 'count < 2000')

test.runIf(process.env.GUILDHALL_LONG)(
  'a long run ends at 1 GB of memory and at 5 minutes of CPU time',
  { timeout: 420_000 },
  async () => {
    const [memory, cpu] = await Promise.all([
      sandbox.execute(makeLongJob(TAKES_2_GB)),
      sandbox.execute(makeLongJob(LOOPS)),
    ])

    expect(memory).toMatchObject({ kind: 'limit', limit: 'memory' })
    expect(cpu).toMatchObject({ kind: 'limit', limit: 'cpu' })
    expect(cpu.cpuMs).toBeGreaterThanOrEqual(LONG_LIMITS.cpuMs)
  },
)
