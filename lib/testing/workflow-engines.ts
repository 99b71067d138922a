/** Workflow engines for tests of plans: one without memory, and one that records steps and can crash. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkflowEngine } from '../plans/perform/perform-plan.ts'

/** Runs every step and sleeps for pauses; a repeated name is an error. */
export function plainEngine(): WorkflowEngine {
  const names = new Set<string>()
  return {
    step(name, work) {
      if (names.has(name)) throw new Error(`Two steps are called ${name}.`)
      names.add(name)
      return work()
    },
    async pauseUntil(untilMs) {
      await sleep(Math.max(0, untilMs - Date.now()))
      return false
    },
  }
}

export class Crash extends Error {}

/** Recorded step names and results, by number. */
export type RecordedSteps = Map<number, { name: string; answer: unknown }>

/**
 * Records results in `recorded`, like an engine that numbers steps in call order. After `crashAfter` new steps it is
 * dead: no further step begins or is recorded. The last one runs but is not recorded, as if the process died right
 * after it.
 */
export function recordingEngine(
  recorded: RecordedSteps,
  crashAfter = Number.POSITIVE_INFINITY,
): WorkflowEngine {
  let count = 0
  let done = 0
  const dead = new Promise<never>((_, reject) => {
    setImmediate(function look() {
      if (done >= crashAfter) reject(new Crash())
      else if (done >= 0) setImmediate(look).unref()
    }).unref()
  })
  dead.catch(() => {})
  return {
    async step<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
      const number = count++
      const known = recorded.get(number)
      if (known && known.name !== name)
        throw new Error(`Step ${number} was ${known.name} before, and now it is ${name}.`)
      if (known) return known.answer as Value
      if (done >= crashAfter) return dead
      const answer = await Promise.race([work(), dead])
      done += 1
      if (done >= crashAfter) return dead
      recorded.set(number, { name, answer: structuredClone(answer) })
      return answer
    },
    pauseUntil: (untilMs) => sleep(Math.max(0, untilMs - Date.now()), false),
  }
}
