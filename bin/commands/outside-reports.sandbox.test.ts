// The reports in `outside-reports.test.ts` that need the sandbox.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { connectSandbox } from '#lib/sandbox/sandbox-client.ts'
import { readCorpus, withCorpus } from '#lib/testing/corpus.ts'
import { pythonReady } from '#lib/testing/wait-for-python.ts'

// The command starts a sandbox of its own.
vi.setConfig({ testTimeout: 120_000 })

type Report = { id: string; run: string; input: Json; expected: Json }

const reports = readCorpus<Report>('outside-reports')
const jobs = (reports ?? []).filter(({ run }) => run.includes('sandbox exec --jsonl'))
let answers: JsonObject[] = []

describe('jobs that other sandboxes failed', withCorpus(reports), () => {
  beforeAll(() => pythonReady(connectSandbox()))

  beforeAll(async () => {
    const child = spawn(process.execPath, ['bin/guildhall.ts', 'sandbox', 'exec', '--jsonl'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin.end(jobs.map(({ input }) => `${JSON.stringify(input)}\n`).join(''))
    answers = (await text(child.stdout))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as JsonObject)
  }, 120_000)

  test.each(jobs)('$id returns what its author expected', ({ id, expected }) => {
    const answer = answers.find((each) => isObject(each) && each.id === id)
    expect(answer).toMatchObject({ status: 'completed', output: expected })
  })
})
