/** The phases of `npm test`, and which of them run side by side. */
import fs from 'node:fs'
import { countTests } from './count-tests.ts'
import { ensureBuild } from './ensure-build.ts'
import { runJourneys } from './run-journeys.ts'
import { runProgram } from './run-program.ts'
import { runVitest } from './run-vitest.ts'
import type { Screen } from './screen.ts'
import { type Tally, verdict } from './tally.ts'
import { whyNoSandbox } from './why-no-sandbox.ts'

export type Phase = (screen: Screen) => Promise<Tally>

export const PHASES: Record<string, Phase> = {
  async lint(screen) {
    return verdict((await runProgram(screen, 'node_modules/@biomejs/biome/bin/biome', ['check', '.'])) === 0)
  },
  async types(screen) {
    // What an older build said of pages that may be gone by now.
    for (const distDir of ['.next', '.next-test'])
      fs.rmSync(`${distDir}/types`, { recursive: true, force: true })
    const generated = await runProgram(screen, 'node_modules/next/dist/bin/next', ['typegen'], {
      NEXT_TELEMETRY_DISABLED: '1',
    })
    return verdict(
      generated === 0 && (await runProgram(screen, 'node_modules/typescript/bin/tsc', ['--noEmit'])) === 0,
    )
  },
  unit: (screen) => runVitest(screen, ['unit']),
  async build({ log }) {
    return ensureBuild(log).then(
      () => verdict(true),
      (error: Error) => {
        log(error.message)
        return verdict(false)
      },
    )
  },
  integration: (screen) => runVitest(screen, ['integration']),
  async box(screen) {
    const reason = whyNoSandbox()
    const count = countTests('.box.test.ts') + countTests('.worker.test.ts')
    if (reason) return { passed: 0, failed: 0, skipped: { count, reason } }
    return runVitest(screen, ['box', 'worker'])
  },
  async system(screen) {
    const reason = whyNoSandbox()
    if (reason) return { passed: 0, failed: 0, skipped: { count: countTests('.system.test.ts'), reason } }
    return runVitest(screen, ['system'], { GUILDHALL_DIST_DIR: await ensureBuild(screen.log) })
  },
  e2e: runJourneys,
}

/**
 * One stage after the other; in a stage its tracks side by side, the phases of a track one after the other.
 *
 * What computes runs beside what waits: for a process to be given up, for a lease to run out, for a part to start. What
 * only computes comes last, because it uses all there is when the other track is done.
 * Types have to be told of the pages before a build is, which writes into the same folder.
 */
export const STAGES: string[][][] = [
  [['lint'], ['types']],
  [
    ['build', 'e2e', 'system'],
    ['box', 'integration', 'unit'],
  ],
]
