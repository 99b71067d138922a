/** Doing a thing over and over: one after the other for its latency, several at once for its throughput. */
import { type Figures, figuresOf } from './percentiles.ts'

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

export type Paced = Figures & { perSecond: number }

/** `work` is told its number and, so that it can keep to a place of its own, which of the lanes it is in. */
export async function pace(
  { count, lanes = 1 }: { count: number; lanes?: number },
  work: (turn: { number: number; lane: number }) => Promise<unknown>,
): Promise<Paced> {
  const samples: number[] = []
  let next = 0
  const startedAt = performance.now()
  const run = async (lane: number) => {
    while (next < count) {
      const number = next++
      samples.push(await timed(() => work({ number, lane })))
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)))
  return { ...figuresOf(samples), perSecond: (1000 * count) / (performance.now() - startedAt) }
}
