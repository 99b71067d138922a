/** What `npm run bench sandbox` printed last, on a machine that did nothing else. */

export const BENCH_MACHINE =
  'two cores of an AMD EPYC with 24 GB (Linux, Node 26.10.0, workerd 1.20261023.1, jailed by bubblewrap)'

export const BENCH = [
  [
    'A warm run',
    'p50 14.3 ms, p95 22.2 ms through the whole service; workerd alone p50 9.9 ms',
    'p50 ≤ 15 ms, p95 ≤ 40 ms',
  ],
  ['Throughput', '0.53 of workerd alone, four at once (97/s beside 185/s)', '≥ 0.5'],
  ['A publisher’s first run', 'p50 35.1 ms, p95 54.7 ms, one every 0.3 s', 'p50 ≤ 60 ms'],
  ['Python', 'p50 27.6 ms, its isolate booted ahead', 'p50 ≤ 60 ms'],
  ['An idle publisher', '12.7 MB of memory', 'none set'],
  ['1,000 publishers', 'in turn, four at once: 20/s, p50 190 ms, p95 290 ms, none failed', 'none fails'],
]
