/** Parts that code emits while it runs: their order, their limits, and what cannot be one. */
import { beforeAll, expect, test } from 'vitest'
import type { Json } from '../../lib/kernel/json/json.ts'
import { PYTHON_LIMITS, type SandboxJob } from '../../lib/sandbox/sandbox.ts'
import { connectSandbox } from '../../lib/sandbox/sandbox-client.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { pythonReady } from '../../lib/testing/wait-for-python.ts'

beforeAll(() => pythonReady(connectSandbox()))

async function stream(job: SandboxJob) {
  const parts: Json[] = []
  const onEvent = (event: { kind: string; value?: Json }) => {
    if (event.kind === 'part') parts.push(event.value!)
  }
  return { outcome: await connectSandbox().execute(job, { onEvent }), parts }
}

const LANGUAGES = [
  {
    language: 'JavaScript',
    emit: (count: number, part: string) =>
      makeJob(
        `export default async ({ context }) => { for (let n = 0; n < ${count}; n++) context.emit(${part}); return 'end' }`,
      ),
    large: "'x'.repeat(3000000)",
    bad: 'new Map()',
    sentence: 'The part is not JSON: the value is a Map (use Object.fromEntries).',
  },
  {
    language: 'Python',
    emit: (count: number, part: string) =>
      makeJob(
        `def main(args):\n    for n in range(${count}):\n        runtime.emit(${part})\n    return "end"`,
        {
          runtime: 'python',
          limits: PYTHON_LIMITS,
        },
      ),
    large: '"x" * 3000000',
    bad: '{1, 2}',
    sentence: 'emit(part) must get data that JSON can represent: the result is a set (use sorted or list)',
  },
]

test.each(LANGUAGES)('parts of $language arrive in order and before the result', async ({ emit }) => {
  const { outcome, parts } = await stream(emit(1000, '{"n": n, "é": "ß"}'))

  expect(outcome).toMatchObject({ kind: 'returned', value: 'end' })
  expect(parts).toEqual(Array.from({ length: 1000 }, (_, n) => ({ n, é: 'ß' })))
})

test.each(LANGUAGES)('$language that emits too many parts ends at the limit', async ({ emit }) => {
  const { outcome, parts } = await stream(emit(1001, 'n'))

  expect(outcome).toMatchObject({ kind: 'limit', limit: 'parts' })
  expect(parts).toHaveLength(1000)
})

test.each(LANGUAGES)('$language that emits too many bytes ends at the limit', async ({ emit, large }) => {
  const { outcome, parts } = await stream(emit(2, large))

  expect(outcome).toMatchObject({
    kind: 'limit',
    limit: 'parts',
    message: 'The skill exceeded its limit of 1000 parts, or of 4 MB for all of them.',
  })
  expect(parts).toHaveLength(1)
})

test.each(LANGUAGES)(
  'what JSON cannot represent is no part in $language',
  async ({ emit, bad, sentence }) => {
    const { outcome, parts } = await stream(emit(1, bad))

    expect(outcome).toMatchObject({ kind: 'threw', error: { message: sentence } })
    expect(parts).toEqual([])
  },
)
