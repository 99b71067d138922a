/**
 * `npm test`: everything, one phase after the other. `npm test lint unit` runs only those named.
 *
 * A phase that cannot run on this machine is skipped, and its tests are counted and the reason is said. The last
 * line is "N passed, N failed"; the exit code is 0 when nothing failed.
 */
import fs from 'node:fs'
import { requireNode } from './require-node.ts'
import { ROOT } from './root.ts'
import { countTests } from './testing/count-tests.ts'
import { ensureBuild } from './testing/ensure-build.ts'
import { runJourneys } from './testing/run-journeys.ts'
import { endPrograms, runProgram } from './testing/run-program.ts'
import { runVitest } from './testing/run-vitest.ts'
import { addUp, type Tally, verdict } from './testing/tally.ts'
import { whyNoSandbox } from './testing/why-no-sandbox.ts'

requireNode()
process.chdir(ROOT)

const startedAt = performance.now()
const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(0)
const log = (message: string) => console.log(message)

const PHASES: Record<string, () => Promise<Tally>> = {
  async lint() {
    return verdict((await runProgram('node_modules/@biomejs/biome/bin/biome', ['check', '.'])) === 0)
  },
  async types() {
    // What an older build said of pages that may be gone by now.
    for (const distDir of ['.next', '.next-test'])
      fs.rmSync(`${distDir}/types`, { recursive: true, force: true })
    const generated = await runProgram('node_modules/next/dist/bin/next', ['typegen'], {
      NEXT_TELEMETRY_DISABLED: '1',
    })
    return verdict(
      generated === 0 && (await runProgram('node_modules/typescript/bin/tsc', ['--noEmit'])) === 0,
    )
  },
  unit: () => runVitest(['unit']),
  integration: () => runVitest(['integration']),
  async box() {
    const reason = whyNoSandbox()
    const count = countTests('.box.test.ts') + countTests('.worker.test.ts')
    if (reason) return { passed: 0, failed: 0, skipped: { count, reason } }
    return runVitest(['box', 'worker'])
  },
  async house() {
    const reason = whyNoSandbox()
    if (reason) return { passed: 0, failed: 0, skipped: { count: countTests('.house.test.ts'), reason } }
    return runVitest(['house'], { GUILDHALL_DIST_DIR: await ensureBuild(log) })
  },
  e2e: () => runJourneys(log),
}

const words = process.argv.slice(2)
if (words.includes('--long')) process.env.GUILDHALL_LONG = '1'
const wanted = words.filter((word) => !word.startsWith('--'))
const unknown = wanted.find((word) => !(word in PHASES))
if (unknown) {
  console.error(`There is no phase "${unknown}". The phases are ${Object.keys(PHASES).join(', ')}.`)
  process.exit(2)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endPrograms()
    process.exitCode = 130
  })
}

const tallies: Record<string, Tally> = {}
for (const name of Object.keys(PHASES)) {
  if (process.exitCode === 130 || (wanted.length > 0 && !wanted.includes(name))) continue
  console.log(`\n── ${name} (${seconds()} s)`)
  tallies[name] = await PHASES[name]!()
}

const { passed, failed } = addUp(Object.values(tallies))
console.log(`\n── result (${seconds()} s)`)
for (const [name, tally] of Object.entries(tallies)) {
  if (tally.skipped) console.log(`${name}: ${tally.skipped.count} skipped: ${tally.skipped.reason}`)
  else console.log(`${name}: ${tally.passed} passed, ${tally.failed} failed`)
  for (const failure of tally.failures ?? []) console.log(`  ✗ ${failure}`)
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode ||= failed > 0 ? 1 : 0
