import fs from 'node:fs'
import { findProgram } from '#sandboxd/os/find-program.ts'
import { checkAdvisories } from './check-advisories.ts'
import { ensureClockShifter, ensurePgBouncer, findDebianPostgres } from './ensure-programs.ts'
import { ISOLATED, missingNamespaceReason } from './namespaces.ts'
import { countTests, ensureBuild, installPackage, runJourneys } from './run-journeys.ts'
import { runProgram, type Screen } from './run-program.ts'
import { runVitest } from './run-vitest.ts'
import { missingSandboxReason, runInBestJail, runInOtherJails } from './sandbox-phases.ts'
import { type TestTally, tallyOf } from './test-tally.ts'

type Phase = (screen: Screen) => Promise<TestTally>

export const PHASES: Record<string, Phase> = {
  async lint(screen) {
    return tallyOf((await runProgram(screen, 'node_modules/@biomejs/biome/bin/biome', ['check', '.'])) === 0)
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
