/** What `npm run bench sandbox` printed last, and where. */

/** Its two cores were shared with ten other busy processes: workerd alone took three times as long as on a quiet one. */
export const BENCH_MACHINE =
  'two cores of an AMD EPYC with 24 GB (Linux, Node 26.10.0, workerd 1.20261023.1, jailed by bubblewrap), while ten other processes kept both cores busy'

export const BENCH = [
  [
    'A warm run',
    'p50 45 ms, p95 79 ms through the whole service; workerd alone p50 10.5 ms',
    'p50 ≤ 15 ms, p95 ≤ 40 ms',
  ],
  ['Throughput', '0.22 of workerd alone, four at once (29/s beside 137/s)', '≥ 0.5'],
  ['A publisher’s first run', 'p50 230 ms, p95 380 ms', 'p50 ≤ 60 ms'],
  ['Python', 'p50 320 ms, its isolate booted ahead', 'p50 ≤ 60 ms'],
  ['An idle publisher', '12 MB of memory', 'none set'],
  ['1,000 publishers', 'in turn, four at once: 11/s, p50 350 ms, p95 570 ms, none failed', 'none fails'],
]
