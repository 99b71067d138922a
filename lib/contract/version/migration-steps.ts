/**
 * By which migrations the input for an older major reaches a version: its own, or one after the other.
 *
 * Ground. A migration belongs to the version that ships it and leads to that version's major; 3.x with one from 2 takes
 * the input of 1.x too, as long as some 2.x takes that. Source: specification "Contracts" §6, Migrations.
 */
import type { Migrating } from './choose-version.ts'
import { isPrerelease, majorOf } from './version-number.ts'

/** `version` takes input of the major `from` and makes it its own. */
export type MigrationStep<Each> = { from: string; version: Each }

/** Each is a run of the publisher's code before the run. A longer way is none. */
const MOST_STEPS = 8

/**
 * The fewest steps from the major `from` to `target`, in their order; undefined when there is no way. `between` are the
 * versions that may be passed through, the best first.
 */
export function migrationSteps<Each extends Migrating>(
  from: string,
  target: Each,
  between: readonly Each[],
): MigrationStep<Each>[] | undefined {
  // From the end to the beginning, so that what is looked at leads to the target.
  let ways: MigrationStep<Each>[][] = stepsTo(target).map((step) => [step])
  const seen = new Set<string>()
  for (let count = 1; count <= MOST_STEPS; count++) {
    const whole = ways.find(([first]) => first?.from === from)
    if (whole) return whole
    // A major that as few steps lead on from needs no second way.
    const fresh = ways.filter(([first]) => first && !seen.has(first.from) && seen.add(first.from))
    ways = fresh.flatMap((way) => {
      const makers = between.filter(({ number }) => isOfMajor(number, way[0]?.from))
      return makers.flatMap((version) => stepsTo(version).map((step) => [step, ...way]))
    })
  }
  return undefined
}

function stepsTo<Each extends Migrating>(version: Each): MigrationStep<Each>[] {
  return version.migratesFrom
    .filter((from) => Number(from) < majorOf(version.number))
    .map((from) => ({ from, version }))
}

function isOfMajor(number: string, major: string | undefined): boolean {
  return !isPrerelease(number) && majorOf(number) === Number(major)
}
