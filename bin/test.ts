/** A phase that cannot run here is skipped with count and reason. Exit code 0: nothing failed. */

import { PROJECT_ROOT } from './server/runtime/project-root.ts'
import { enableCommandCache, requireNodeVersion } from './server/runtime/require-node.ts'
import { PHASES, STAGES } from './testing/phases.ts'
import { endPrograms, openBufferedScreen, openScreen } from './testing/run-program.ts'
import { sumTallies, type TestTally, tallyOf } from './testing/test-tally.ts'

requireNodeVersion()
enableCommandCache()
process.chdir(PROJECT_ROOT)

const startedAt = performance.now()
const secondsSince = (then: number) => ((performance.now() - then) / 1000).toFixed(0)

const args = process.argv.slice(2)
if (args.includes('--long')) process.env.GUILDHALL_LONG = '1'
const wanted = args.filter((word) => !word.startsWith('--'))
const unknown = wanted.find((word) => !(word in PHASES))
if (unknown) {
  console.error(`There is no phase "${unknown}". The phases are ${Object.keys(PHASES).join(', ')}.`)
  process.exit(2)
}

let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endPrograms()
    isStopped = true
    process.exitCode = 130
  })
}

const tallies: Record<string, TestTally> = {}

async function runPhase(name: string, isAlone: boolean): Promise<void> {
  const phaseStartedAt = performance.now()
  console.log(`\n── ${name} begins (${secondsSince(startedAt)} s)`)
  const screen = isAlone ? openScreen() : openBufferedScreen()
  tallies[name] = await PHASES[name]!(screen).catch((error: Error) => {
    screen.log(error.stack ?? error.message)
    return tallyOf(false)
  })
  if (!isAlone) console.log(`\n── ${name}, which took ${secondsSince(phaseStartedAt)} s`)
  screen.end()
}

for (const stage of STAGES) {
  const waiting = stage.filter((name) => wanted.length === 0 || wanted.includes(name))
  const isAlone = waiting.length === 1
  const runWaiting = async () => {
    for (let name = waiting.shift(); name && !isStopped; name = waiting.shift()) await runPhase(name, isAlone)
  }
  await Promise.all([runWaiting(), runWaiting()])
}

const { passed, failed } = sumTallies(Object.values(tallies))
console.log(`\n── result (${secondsSince(startedAt)} s)`)
for (const name of Object.keys(PHASES)) {
  const tally = tallies[name]
  if (!tally) continue
  console.log(`${name}: ${tally.passed} passed, ${tally.failed} failed`)
  for (const failure of tally.failures ?? []) console.log(`  ✗ ${failure}`)
}
for (const name of Object.keys(PHASES))
  for (const { count, reason } of tallies[name]?.skipped ?? [])
    console.log(`${name}: ${count} skipped: ${reason}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode ||= failed > 0 ? 1 : 0
