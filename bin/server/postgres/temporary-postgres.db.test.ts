import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import { expect, test } from 'vitest'
import { isProcessAlive } from '../runtime/processes.ts'

test.skipIf(process.platform === 'win32')(
  'a temporary Postgres server ends with the process that started it, even if that is killed',
  async () => {
    const script = `
      import { startTemporaryPostgres } from ${JSON.stringify(`${import.meta.dirname}/temporary-postgres.ts`)}
      console.log((await startTemporaryPostgres()).pid)
      setInterval(() => {}, 1_000)`
    const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [printed] = await once(starter.stdout, 'data')
    const pid = Number(String(printed))
    const folders = () =>
      fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith(`guildhall-test-${starter.pid}-`))
    expect(isProcessAlive(pid)).toBe(true)
    expect(folders()).toHaveLength(1)

    starter.kill('SIGKILL')

    await expect.poll(() => [isProcessAlive(pid), folders()]).toEqual([false, []])
  },
)
