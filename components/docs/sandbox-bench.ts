/** What `npm run bench sandbox` printed last, on a machine that did nothing else. */

export const BENCH_MACHINE =
  'two cores of an AMD EPYC with 24 GB (Linux, Node 26.10.0, workerd 1.20261023.1, jailed by bubblewrap)'

export const BENCH = [
  [
    'A warm run',
    'p50 16.1 ms, p95 25.1 ms through the whole service; workerd alone p50 11.6 ms',
    'p50 ≤ 15 ms, p95 ≤ 40 ms',
  ],
  ['Throughput', '0.48 of workerd alone, four at once (93/s beside 194/s)', '≥ 0.5'],
  ['A publisher’s first run', 'p50 64.4 ms, p95 80.6 ms', 'p50 ≤ 60 ms'],
  ['Python', 'p50 32.8 ms, its isolate booted ahead', 'p50 ≤ 60 ms'],
  ['An idle publisher', '12.6 MB of memory', 'none set'],
  ['1,000 publishers', 'in turn, four at once: 18/s, p50 210 ms, p95 330 ms, none failed', 'none fails'],
]
