import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
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

const WITHOUT_SERVER = [
  'make-admin --email a@example.com',
  'reset-link --email a@example.com',
  'key create --email a@example.com',
  'run acme.orders.total --args {}',
  'vault ls',
  'vault cat notes.md',
  'plan status 1',
  'automation ls',
  'rotate-keys',
]
test.each(WITHOUT_SERVER)('“%s” gives the same reason with --json when no server runs', async (line) => {
  const empty = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-cli-'))
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('GUILDHALL_DATA_DIR', empty)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    fs.rmSync(empty, { recursive: true })
  })

  const forPeople = await runArgs(line)
  const asJson = await runArgs(`${line} --json`)

  const { error } = JSON.parse(asJson.out || asJson.err)
  expect([forPeople.code, asJson.code]).toEqual([1, 1])
  expect(error.message).toMatch(/^No Guildhall server is running from /)
  expect(forPeople.err).toContain(error.message)
  expect(forPeople.err).toContain(error.suggested_action)
})
