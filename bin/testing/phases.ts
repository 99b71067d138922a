import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { findWorkerd } from '#sandboxd/engine/sandbox-engine.ts'
import { type JailFinding, tryEveryJail } from '#sandboxd/jail/choose-jail.ts'
import { prepareProcessSetup } from '#sandboxd/local-sandbox.ts'
import { findProgram } from '#sandboxd/os/find-program.ts'
import { withScratch } from '#sandboxd/os/scratch-folder.ts'
import { PROJECT_ROOT } from '../runtime/project-root.ts'
import { ensureClockShifter, ensurePgBouncer, findDebianPostgres } from './ensure-programs.ts'
import { ISOLATED, missingNamespaceReason } from './namespaces.ts'
import { countTests, ensureBuild, installPackage, listTestFiles, runJourneys } from './run-journeys.ts'
import { runProgram, type Screen } from './run-program.ts'
import { runVitest } from './run-vitest.ts'
import { mergeTallies, type TestTally, tallyOf } from './test-tally.ts'

type Phase = (screen: Screen) => Promise<TestTally>

export const PHASES: Record<string, Phase> = {
  async lint(screen) {
    return mergeTallies([
      tallyOf((await runProgram(screen, 'node_modules/@biomejs/biome/bin/biome', ['check', '.'])) === 0),
      tallyOf((await runProgram(screen, 'bin/structure.ts', [])) === 0),
    ])
  },
  advisories: ({ log }) => checkAdvisories(log),
  types(screen) {
    typesChecked = checkTypes(screen)
    return typesChecked
  },
  unit: (screen) => runVitest(screen, ['unit']),
  async build({ log }) {
    return buildAfterTypes(log).then(
      () => tallyOf(true),
      (error: Error) => {
        log(error.message)
        return tallyOf(false)
      },
    )
  },
  integration: (screen) => runVitest(screen, ['integration']),
  sandbox: runInBestJail,
  jails: runInOtherJails,
  async system(screen) {
    const reason = missingSandboxReason()
    if (reason) return { passed: 0, failed: 0, skipped: [{ count: countTests('.system.test.ts'), reason }] }
    return runVitest(screen, ['system'], { env: { GUILDHALL_DIST_DIR: await buildAfterTypes(screen.log) } })
  },
  async e2e(screen) {
    await typesChecked
    return runJourneys(screen)
  },
  cluster: runCluster,
}

/** Both write to the folder of the build. */
let typesChecked: Promise<TestTally> | undefined

async function buildAfterTypes(log: (message: string) => void): Promise<string> {
  await typesChecked
  return ensureBuild(log)
}

async function checkTypes(screen: Screen): Promise<TestTally> {
  // Pages may have been deleted since.
  for (const distDir of ['.next', '.next-test'])
    fs.rmSync(`${distDir}/types`, { recursive: true, force: true })
  const generated = await runProgram(screen, 'node_modules/next/dist/bin/next', ['typegen'], {
    NEXT_TELEMETRY_DISABLED: '1',
  })
  return tallyOf(
    generated === 0 && (await runProgram(screen, 'node_modules/typescript/bin/tsc', ['--noEmit'])) === 0,
  )
}

/**
 * Stages in sequence. Two phases of a stage run at a time, and the first to end is followed by the next: long ones
 * first, so that both end at about the same time.
 */
export const STAGES: string[][] = [
  ['types', 'lint', 'advisories', 'sandbox', 'build', 'e2e', 'integration', 'jails', 'system', 'unit'],
  ['cluster'],
]

const CLUSTER_TEST_SUFFIX = '.cluster.test.ts'

/** Needs the long run, root, and Debian's servers. */
async function runCluster(screen: Screen): Promise<TestTally> {
  const reason = missingSandboxReason() ?? missingClusterReason(screen.log)
  if (reason) return { passed: 0, failed: 0, skipped: [{ count: countTests(CLUSTER_TEST_SUFFIX), reason }] }
  const env = { GUILDHALL_DIST_DIR: await buildAfterTypes(screen.log) }
  return runVitest(screen, ['cluster'], { env, wrapper: ISOLATED })
}

function missingClusterReason(log: (message: string) => void): string | undefined {
  if (!process.env.GUILDHALL_LONG) return 'runs with npm run test:long'
  if (!findProgram('ip')) installPackage('iproute2', log)
  const reason = missingNamespaceReason()
  if (reason) return reason
  if (!findDebianPostgres()) installPackage('postgresql', log)
  if (!findDebianPostgres()) return 'PostgreSQL is not installed, and Debian’s package could not be'
  // Fetched now, because the namespaces cannot reach the network.
  ensureClockShifter()
  return ensurePgBouncer()
    ? undefined
    : 'PgBouncer is not installed, and Debian’s package could not be fetched'
}

const run = promisify(execFile)

type Advisory = { title?: string; url?: string }
type Report = {
  vulnerabilities?: Record<string, { severity: string; range?: string; via: (Advisory | string)[] }>
  message?: string
}

const SEVERE = new Set(['high', 'critical'])
const ANSWER_WITHIN_MS = 60_000

/** Skipped if the registry does not respond. */
async function checkAdvisories(log: (message: string) => void): Promise<TestTally> {
  const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=20000']
  const options = {
    cwd: PROJECT_ROOT,
    timeout: ANSWER_WITHIN_MS,
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  }
  // npm exits with 1 for findings and failures.
  const output = await run('npm', args, options).catch((error: { stdout?: string }) => error)
  return readAudit(String(output.stdout ?? ''), log)
}

export function readAudit(output: string, log: (message: string) => void): TestTally {
  const report = parse(output)
  if (!report?.vulnerabilities) return skipped(report?.message ?? 'npm audit gave no report')
  const lines = Object.entries(report.vulnerabilities).map(([name, { severity, range = '', via }]) => {
    const advisories = via.flatMap((each) => (typeof each === 'string' ? [] : [`${each.title} ${each.url}`]))
    return {
      severity,
      text: `${severity}: ${name} ${range}${advisories.map((each) => `\n    ${each}`).join('')}`,
    }
  })
  for (const { text } of lines) log(text)
  const failures = lines.filter(({ severity }) => SEVERE.has(severity)).map(({ text }) => text)
  return failures.length > 0 ? { passed: 0, failed: 1, failures } : { passed: 1, failed: 0 }
}

function parse(output: string): Report | undefined {
  try {
    return JSON.parse(output)
  } catch {
    return undefined
  }
}

function skipped(reason: string): TestTally {
  return { passed: 0, failed: 0, skipped: [{ count: 1, reason: `no advisories of dependencies: ${reason}` }] }
}

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

async function runInBestJail(screen: Screen): Promise<TestTally> {
  const reason = missingSandboxReason()
  if (reason) {
    const count = countTests(SANDBOX_TEST_SUFFIX) + countTests('.worker.test.ts')
    return { passed: 0, failed: 0, skipped: [{ count, reason }] }
  }
  const best = (await listJails(screen.log)).find(({ isUsable }) => isUsable)
  return runVitest(screen, ['sandbox', 'worker'], { env: { [JAIL]: best?.name ?? 'none' } })
}

async function runInOtherJails(screen: Screen): Promise<TestTally> {
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

function missingSandboxReason(): string | undefined {
  try {
    findWorkerd()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
