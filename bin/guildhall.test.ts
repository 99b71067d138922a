import { expect, test } from 'vitest'
import { runCli } from './guildhall.ts'

async function runArgs(line: string): Promise<{ code: number; out: string; err: string }> {
  const output = { log: '', error: '' }
  const code = await runCli(line.split(' ').filter(Boolean), {
    log: (text) => (output.log += text),
    error: (text) => (output.error += text),
  })
  return { code, out: output.log, err: output.error }
}

test.each(['plan', 'plan --help', 'plan help'])('“%s” lists its subcommands only', async (line) => {
  const { code, out } = await runArgs(line)

  expect(code).toBe(0)
  expect(out).toContain('plan resume')
  expect(out).not.toContain('vault ls')
})

test('an unknown subcommand is named together with its command and the valid ones', async () => {
  const { code, out, err } = await runArgs('plan go')

  expect([code, out]).toEqual([2, ''])
  expect(err).toContain('Unknown command "plan go".')
  expect(err).toContain('plan run')
  expect(err).not.toContain('vault ls')
})
