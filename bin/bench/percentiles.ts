/** Figures of a series of measurements, in milliseconds. */

export type Figures = { count: number; p50: number; p95: number }

export function figuresOf(samples: number[]): Figures {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return { count: sorted.length, p50: at(0.5), p95: at(0.95) }
}

export function showMs(ms: number): string {
  return ms < 100 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`
}
