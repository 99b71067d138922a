/** Engines for plans that live in a test: one that only goes on, and one that forgets nothing and can be made to crash. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlanPort } from '../plans/perform-plan.ts'

/** Does every step, rests by sleeping; a name that comes twice is a mistake of the loop. */
export function plainPort(): PlanPort {
  const names = new Set<string>()
  return {
    step(name, work) {
      if (names.has(name)) throw new Error(`Two steps are called ${name}.`)
      names.add(name)
      return work()
    },
    async rest(untilMs) {
      await sleep(Math.max(0, untilMs - Date.now()))
      return false
    },
  }
}

export class Crash extends Error {}

/** What an engine remembers: names and answers of steps, by their number. */
export type Memory = Map<number, { name: string; answer: unknown }>

/**
 * Remembers answers in `memory`, as an engine does that numbers steps in the order of their calls. Once it has done
 * `crashAfter` steps that were not remembered it is dead: no step begins or is remembered any more. The last one of
 * those is done and forgotten, like one whose process died before it could say so.
 */
export function rememberingPort(memory: Memory, crashAfter = Number.POSITIVE_INFINITY): PlanPort {
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
      const known = memory.get(number)
      if (known && known.name !== name)
        throw new Error(`Step ${number} was ${known.name} before, and now it is ${name}.`)
      if (known) return known.answer as Value
      if (done >= crashAfter) return dead
      const answer = await Promise.race([work(), dead])
      done += 1
      if (done >= crashAfter) return dead
      memory.set(number, { name, answer: structuredClone(answer) })
      return answer
    },
    rest: (untilMs) => sleep(Math.max(0, untilMs - Date.now()), false),
  }
}
