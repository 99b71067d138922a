import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { connectSandbox } from '#lib/sandbox/sandbox-client.ts'
import { pythonReady } from '#lib/testing/wait-for-python.ts'

// Waits until the tests' own sandbox has created the Python snapshot, which the command then uses.
beforeAll(() => pythonReady(connectSandbox()))

async function exec(...jobs: (object | string)[]): Promise<Record<string, unknown>[]> {
  const child = spawn(process.execPath, ['bin/guildhall.ts', 'sandbox', 'exec', '--jsonl'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(jobs.map((job) => `${typeof job === 'string' ? job : JSON.stringify(job)}\n`).join(''))
  return (await text(child.stdout))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('sandbox exec prints a line for each job, in order, and a job that breaks its process does not stop the next', async () => {
  const answers = await exec(
    {
      id: 1,
      definition:
        'async function handler({ parameters }) { console.log("hi"); return { sum: parameters.a + 1 } }',
      input: { parameters: { a: 1 } },
    },
    { id: 2, definition: 'async function handler() { for (;;); }', timeout_ms: 300 },
    { id: 'three', definition: 'async function handler() { throw new Error("No luck.") }' },
    { id: 4, language: 'cobol', definition: '' },
    '{"id": 4.5, "definition": ',
    {
      id: 5,
      language: 'python',
      definition: 'def main(args):\n    return args["b"]',
      input: { parameters: { b: [1] } },
    },
  )

  expect(answers).toMatchObject([
    {
      id: 1,
      status: 'completed',
      output: { sum: 2 },
      logs: [{ text: 'hi' }],
      duration_ms: expect.any(Number),
    },
    { id: 2, status: 'failed', error: { code: 'TOOL_TIMEOUT', limit: 'wall' } },
    { id: 'three', status: 'failed', error: { code: 'SKILL_ERROR', message: 'No luck.' } },
    { id: 4, status: 'failed', error: { code: 'INVALID_INPUT' } },
    { id: null, status: 'failed', logs: [], error: { code: 'INVALID_INPUT' }, duration_ms: 0 },
    { id: 5, status: 'completed', output: [1] },
  ])
})
