import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { skipUnless } from '#lib/testing/skip-unless.ts'
import { listProcesses } from '../server/runtime/processes.ts'
import { PROJECT_ROOT } from '../server/runtime/project-root.ts'
import { ISOLATED, missingNamespaceReason } from './namespaces.ts'
import { endPrograms, openScreen, runProgram } from './run-program.ts'

const reason = missingNamespaceReason()

test(
  'a program in a namespace ends with everything that it started',
  skipUnless(reason === undefined, reason ?? ''),
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-program-'))
    onTestFinished(() => fs.rmSync(folder, { recursive: true }))
    const script = path.join(folder, 'wait.js')
    const started = path.join(folder, 'started')
    fs.writeFileSync(
      script,
      `require('node:child_process').spawn('sleep', ['600']).once('spawn', () => require('node:fs').writeFileSync('${started}', ''))`,
    )
    const ended = runProgram(openScreen(), path.relative(PROJECT_ROOT, script), [], {}, ISOLATED)
    await vi.waitUntil(() => fs.existsSync(started), { timeout: 30_000 })
    const family = descendantsOf(process.pid).filter(({ command }) =>
      /unshare|sleep 600|wait\.js/.test(command),
    )
    expect(family).toHaveLength(3)

    endPrograms()

    await ended
    const pids = new Set(family.map(({ pid }) => pid))
    await vi.waitUntil(() => !listProcesses().some(({ pid }) => pids.has(pid)), { timeout: 30_000 })
  },
)

function descendantsOf(root: number) {
  const all = listProcesses()
  const family = all.filter(({ parent }) => parent === root)
  for (const { pid } of family) family.push(...all.filter(({ parent }) => parent === pid))
  return family
}
