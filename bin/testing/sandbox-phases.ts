import path from 'node:path'
import { findWorkerd } from '#sandboxd/engine/sandbox-engine.ts'
import { type JailFinding, tryEveryJail } from '#sandboxd/jail/choose-jail.ts'
import { prepareProcessSetup } from '#sandboxd/local-sandbox.ts'
import { findProgram } from '#sandboxd/os/find-program.ts'
import { withScratch } from '#sandboxd/os/scratch-folder.ts'
import { PROJECT_ROOT } from '../server/runtime/project-root.ts'
import { countTests, installPackage, listTestFiles } from './run-journeys.ts'
import type { Screen } from './run-program.ts'
import { runVitest } from './run-vitest.ts'
import { mergeTallies, type TestTally } from './test-tally.ts'

/** Other tests behave the same in every jail. */
const SANDBOX_FOLDERS = ['sandboxd', 'bin/commands']

const JAIL_FOLDER = path.join(PROJECT_ROOT, 'sandboxd/jail/')

/**
 * Other tests repeat in every jail what these depend on: Python runs inside the JavaScript engine, whose hostile tests
 * run in each, except those that never leave its isolate; the calls of handlers and the commands for skills use the same
 * sockets and processes as `limits`, `egress` and `local-sandbox`. The long run repeats them too.
 */
const SAME_IN_EVERY_JAIL = [
  'sandboxd/python/',
  'sandboxd/hostile/isolate',
  'sandboxd/hostile/python',
  'sandboxd/run/host-call-relay',
  'bin/commands/skills/',
].map((each) => path.join(PROJECT_ROOT, each))

const SANDBOX_TEST_SUFFIX = '.sandbox.test.ts'
const JAIL = 'GUILDHALL_SANDBOX_JAIL'

export async function runInBestJail(screen: Screen): Promise<TestTally> {
  const reason = missingSandboxReason()
  if (reason) {
    const count = countTests(SANDBOX_TEST_SUFFIX) + countTests('.worker.test.ts')
    return { passed: 0, failed: 0, skipped: [{ count, reason }] }
  }
  const best = (await listJails(screen.log)).find(({ isUsable }) => isUsable)
  return runVitest(screen, ['sandbox', 'worker'], { env: { [JAIL]: best?.name ?? 'none' } })
}

export async function runInOtherJails(screen: Screen): Promise<TestTally> {
  if (missingSandboxReason()) return { passed: 0, failed: 0 }
  const findings = await listJails(screen.log)
  const best = findings.find(({ isUsable }) => isUsable)
  const excluded = process.env.GUILDHALL_LONG ? [JAIL_FOLDER] : [JAIL_FOLDER, ...SAME_IN_EVERY_JAIL]
  const files = listTestFiles(SANDBOX_TEST_SUFFIX, SANDBOX_FOLDERS).filter(
    (file) => !excluded.some((start) => file.startsWith(start)),
  )
  const tallies: TestTally[] = []
  for (const { name, isUsable, reason } of findings) {
    if (name === best?.name) continue
    if (isUsable) {
      const { failures = [], ...tally } = await runVitest(screen, ['jails'], {
        files,
        env: { [JAIL]: name },
      })
      tallies.push({ ...tally, failures: failures.map((failure) => `in the jail "${name}": ${failure}`) })
    } else {
      const count = countTests(SANDBOX_TEST_SUFFIX, files)
      tallies.push({ passed: 0, failed: 0, skipped: [{ count, reason: `no jail "${name}": ${reason}` }] })
    }
  }
  return mergeTallies(tallies)
}

let findings: Promise<JailFinding[]> | undefined

/** Returns the best first. Installs bubblewrap from Debian if possible. */
function listJails(log: (message: string) => void): Promise<JailFinding[]> {
  findings ??= withScratch(async (folder) => {
    if (process.platform === 'linux' && !findProgram('bwrap')) installPackage('bubblewrap', log)
    const { binary, engine } = prepareProcessSetup(folder, { jail: 'none' })
    return tryEveryJail({ binary: binary.path, config: engine.config }, folder)
  })
  return findings
}

export function missingSandboxReason(): string | undefined {
  try {
    findWorkerd()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
