/** What `npm run bench sandbox` printed last, on a machine that did nothing else. */

export const BENCH_MACHINE =
  'two cores of an AMD EPYC with 24 GB (Linux, Node 26.10.0, workerd 1.20261023.1, jailed by bubblewrap)'

export const BENCH = [
  [
    'A warm run',
    'p50 23.5 ms, p95 30.3 ms through the whole service; workerd alone p50 10.9 ms',
    'p50 ≤ 15 ms, p95 ≤ 40 ms',
  ],
  ['Throughput', '0.36 of workerd alone, four at once (77/s beside 213/s)', '≥ 0.5'],
  ['A publisher’s first run', 'p50 55.5 ms, p95 70.8 ms', 'p50 ≤ 60 ms'],
  ['Python', 'p50 70.1 ms, its isolate booted ahead', 'p50 ≤ 60 ms'],
  ['An idle publisher', '12 MB of memory', 'none set'],
  ['1,000 publishers', 'in turn, four at once: 21/s, p50 180 ms, p95 280 ms, none failed', 'none fails'],
]
