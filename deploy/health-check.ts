/** Exits with 0 if the site of this container answers, whatever the state of its parts: a restart would not help those. */
const { PORT = '3000' } = process.env
const answer = await fetch(`http://127.0.0.1:${PORT}/api/health`, {
  signal: AbortSignal.timeout(5_000),
}).catch(() => undefined)
process.exit(answer && [200, 503].includes(answer.status) ? 0 : 1)

export {}
