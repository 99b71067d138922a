/** What `npm run bench sandbox` printed last, and where. */

/** Its two cores had sixteen processes to run: workerd alone took several times as long as on a quiet one. */
export const BENCH_MACHINE =
  'two cores of an AMD EPYC with 24 GB (Linux, Node 26.10.0, workerd 1.20261023.1, jailed by bubblewrap), while sixteen processes wanted the two cores'

export const BENCH = [
  [
    'A warm run',
    'p50 75 ms, p95 210 ms through the whole service; workerd alone p50 30 ms',
    'p50 ≤ 15 ms, p95 ≤ 40 ms',
  ],
  ['Throughput', '0.34 of workerd alone, four at once (20/s beside 76/s)', '≥ 0.5'],
  ['A publisher’s first run', 'p50 220 ms, p95 410 ms', 'p50 ≤ 60 ms'],
  ['Python', 'p50 220 ms, its isolate booted ahead', 'p50 ≤ 60 ms'],
  ['An idle publisher', '12 MB of memory', 'none set'],
  ['1,000 publishers', 'in turn, four at once: 7/s, p50 490 ms, p95 930 ms, none failed', 'none fails'],
]
