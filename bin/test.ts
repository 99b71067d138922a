/**
 * `npm test`: everything. `npm test lint unit` runs only the phases named.
 *
 * A phase that cannot run on this machine is skipped, and its tests are counted and the reason is said. The last
 * line is "N passed, N failed"; the exit code is 0 when nothing failed.
 */
import { keepCompiled } from './keep-compiled.ts'
import { requireNode } from './require-node.ts'
import { ROOT } from './root.ts'
import { PHASES, STAGES } from './testing/phases.ts'
import { endPrograms } from './testing/run-program.ts'
import { openAside, openScreen } from './testing/screen.ts'
import { addUp, type Tally, verdict } from './testing/tally.ts'

requireNode()
keepCompiled()
process.chdir(ROOT)

const startedAt = performance.now()
const secondsSince = (then: number) => ((performance.now() - then) / 1000).toFixed(0)

const words = process.argv.slice(2)
if (words.includes('--long')) process.env.GUILDHALL_LONG = '1'
const wanted = words.filter((word) => !word.startsWith('--'))
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

const tallies: Record<string, Tally> = {}

async function runPhase(name: string, isAlone: boolean): Promise<void> {
  const beganAt = performance.now()
  console.log(`\n── ${name} begins (${secondsSince(startedAt)} s)`)
  const screen = isAlone ? openScreen() : openAside()
  tallies[name] = await PHASES[name]!(screen).catch((error: Error) => {
    screen.log(error.stack ?? error.message)
    return verdict(false)
  })
  if (!isAlone) console.log(`\n── ${name}, which took ${secondsSince(beganAt)} s`)
  screen.end()
}

for (const stage of STAGES) {
  const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
  const tracks = stage.map((track) => track.filter(isWanted)).filter((track) => track.length > 0)
  await Promise.all(
    tracks.map(async (track) => {
      for (const name of track) if (!isStopped) await runPhase(name, tracks.length === 1)
    }),
  )
}

const { passed, failed } = addUp(Object.values(tallies))
console.log(`\n── result (${secondsSince(startedAt)} s)`)
for (const name of Object.keys(PHASES)) {
  const tally = tallies[name]
  if (!tally) continue
  if (tally.skipped) console.log(`${name}: ${tally.skipped.count} skipped: ${tally.skipped.reason}`)
  else console.log(`${name}: ${tally.passed} passed, ${tally.failed} failed`)
  for (const failure of tally.failures ?? []) console.log(`  ✗ ${failure}`)
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode ||= failed > 0 ? 1 : 0
