/** What `npm run bench sandbox` printed last, and where. */

export const BENCH_MACHINE = 'a machine of which nothing has been measured yet'

export const BENCH: string[][] = []
