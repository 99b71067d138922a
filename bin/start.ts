/**
 * `npm start` and `npm run dev`: the whole of Guildhall in one terminal.
 *
 * Database, sandbox and web server, in this order; the other way round at the end. A part that dies is started
 * again. Ctrl-C leaves nothing running; if this program is killed outright its children follow, and the database
 * waits to be adopted by the next start.
 */
import fs from 'node:fs'
import { makeClientIfStale } from './client-if-stale.ts'
import { openDataFolder } from './data-folder.ts'
import { keepCompiled } from './keep-compiled.ts'
import { requireNode } from './require-node.ts'
import { ROOT } from './root.ts'
import { readRunFile, removeRunFile } from './run-file.ts'
import { lockFolder, unlockFolder } from './supervisor/lock-folder.ts'

requireNode()
keepCompiled()
process.chdir(ROOT)
if (fs.existsSync('.env')) process.loadEnvFile('.env')

const startedAt = performance.now()
const log = (message: string) => {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${seconds.padStart(6)}s  ${message}`)
}

const folder = openDataFolder()
const other = lockFolder(folder)
if (other !== null) {
  const url = readRunFile(folder)?.publicUrl
  console.log(`Guildhall is already ${url ? `running on ${url}` : 'starting here'} (process ${other}).`)
  process.exit(0)
}

const closers: (() => Promise<void>)[] = []
const abort = new AbortController()
const wanted = {
  folder,
  dev: process.argv.includes('--dev'),
  log,
  closing: abort.signal,
  onClose: (closer: () => Promise<void>) => closers.push(closer),
}
// Whatever asks the database is imported after its client is there.
const opening = makeClientIfStale(log)
  .then(() => import('./supervisor/start-site.ts'))
  .then(({ startSite }) => startSite(wanted))

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => close(0))
opening.catch((error: Error) => {
  if (!abort.signal.aborted) console.error(`\n${error.message}\n`)
  close(1)
})

/** Under npm, Ctrl-C arrives twice: the second must not cut the first short. */
async function close(code: number): Promise<void> {
  if (abort.signal.aborted) return
  abort.abort()
  if (closers.length > 0) log('stopping…')
  await closeParts()
  // A start that was interrupted may have opened one more part meanwhile.
  await opening.catch(() => {})
  await closeParts()
  removeRunFile(folder)
  unlockFolder(folder)
  log('stopped')
  process.exit(code)
}

async function closeParts(): Promise<void> {
  for (let closer = closers.pop(); closer; closer = closers.pop()) await closer()
}
