// Runs the example of a remote call in place. `components/docs/guide-samples.sandbox.test.ts` runs all as readers do.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ValidationError } from '../errors.ts'

// The examples run when they are imported.
beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('GUILDHALL_KEY', 'gh_of_the_test')
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

function answerWith(status: number, body: unknown) {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
}

test('the example of a remote call prints the output', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const output = { message: '2 words.', words: 2 }
  answerWith(200, { run_id: 'run_1', status: 'completed', output })

  await import('./call-remote.ts')

  expect(log).toHaveBeenCalledWith(output)
})

test('the example of a remote call prints the reason of a refusal', async () => {
  const details = [{ path: '/text', message: 'is required' }]
  const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {})
  answerWith(400, { error: { code: 'INVALID_INPUT', message: 'No.', recoverable: true, details } })

  await expect(import('./call-remote.ts')).rejects.toMatchObject({ name: ValidationError.name })
  expect(errorLog).toHaveBeenCalledWith(details)
})
