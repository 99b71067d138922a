/** What sandboxd prints when it starts: `npm start` passes it on to the terminal. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { findStrongerJailHint } from './jail/choose-jail.ts'
import { prepareProcessSetup } from './local-sandbox.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghstart-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

test('sandboxd prints one line when it is ready, and a hint where a stronger jail is missing', async () => {
  const hint = findStrongerJailHint(prepareProcessSetup(folder, { jail: '' }).findings)
  const daemon = spawn(process.execPath, ['sandboxd/main.ts'], {
    env: {
      ...process.env,
      GUILDHALL_SANDBOX_SOCKET: path.join(folder, 's.sock'),
      GUILDHALL_SANDBOX_DIR: folder,
      GUILDHALL_SANDBOX_JAIL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(daemon, 'exit')
  const lines: string[] = []
  for await (const line of createInterface({ input: daemon.stdout })) {
    lines.push(line)
    // The hint, if there is one, follows the first line at once.
    if (lines.length === (hint ? 2 : 1)) daemon.kill('SIGTERM')
  }
  await ended

  expect(lines).toEqual([expect.stringMatching(/^sandboxd ready on /), ...(hint ? [hint] : [])])
})
