/** Evidence in words: "42 runs · 98 % succeeded · 120 ms". Ground; also in the browser. */

type Evidence = { runs: number; succeeded: number; p50Ms: number | null }

// One language for the whole interface, as for times.
const number = new Intl.NumberFormat('en-GB')

/** The parts, to be set beside each other; one part saying so when there were no runs. */
export function evidenceParts({ runs, succeeded, p50Ms }: Evidence): string[] {
  if (runs === 0) return ['No runs yet']
  return [
    `${number.format(runs)} ${runs === 1 ? 'run' : 'runs'}`,
    `${successShare({ runs, succeeded })} succeeded`,
    ...(p50Ms === null ? [] : [durationWords(p50Ms)]),
  ]
}

/** Rounded down: 999 of 1,000 is not 100 %. */
export function successShare({ runs, succeeded }: Omit<Evidence, 'p50Ms'>): string {
  return `${runs === 0 ? 0 : Math.floor((succeeded / runs) * 100)} %`
}

export function durationWords(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`
}
