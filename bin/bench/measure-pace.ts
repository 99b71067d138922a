export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

export type Figures = { count: number; p50: number; p95: number }

export type Paced = Figures & { perSecond: number }

export async function measurePace(
  { count, lanes = 1 }: { count: number; lanes?: number },
  work: (turn: { number: number; lane: number }) => Promise<unknown>,
): Promise<Paced> {
  const samples: number[] = []
  let next = 0
  const startedAt = performance.now()
  const run = async (lane: number) => {
    while (next < count) {
      const number = next++
      samples.push(await measureMs(() => work({ number, lane })))
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)))
  return { ...computeFigures(samples), perSecond: (1000 * count) / (performance.now() - startedAt) }
}

export function computeFigures(samples: number[]): Figures {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return { count: sorted.length, p50: at(0.5), p95: at(0.95) }
}

export function formatMs(ms: number): string {
  return ms < 100 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`
}
