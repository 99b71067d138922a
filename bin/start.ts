/**
 * Parts load at the same time and stop before the database. If this process is killed, its children exit and the next
 * start adopts the database.
 */
import fs from 'node:fs'
import { generateClientIfStale } from './server/build/build-if-stale.ts'
import { lockFolder, openDataFolder, unlockFolder } from './server/installation/data-folder.ts'
import { readRunFile, removeRunFile } from './server/installation/run-file.ts'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'
import { enableCommandCache, requireNodeVersion } from './server/runtime/require-node.ts'

requireNodeVersion()
enableCommandCache()
process.chdir(PROJECT_ROOT)
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

const PARENT_CHECK_MS = 500

const closers: (() => Promise<void>)[] = []
const abort = new AbortController()
const options = {
  folder,
  dev: process.argv.includes('--dev'),
  log,
  closing: abort.signal,
  onClose: (closer: () => Promise<void>) => closers.push(closer),
  onCloseLast: (closer: () => Promise<void>) => closers.unshift(closer),
}
// The supervisor needs the generated client.
const opening = generateClientIfStale(log)
  .then(() => import('./server/supervisor/start-site.ts'))
  .then(({ startSite }) => startSite(options))

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => close(0))
opening.catch((error: Error) => {
  if (!abort.signal.aborted) console.error(`\n${error.message}\n`)
  close(1)
})

// A signal to npm ends only its shell.
const shell = process.ppid
if (/^(start|dev)$/.test(process.env.npm_lifecycle_event ?? '')) {
  setInterval(() => process.ppid !== shell && close(0), PARENT_CHECK_MS).unref()
}

/** Stops once: under npm, Ctrl-C arrives twice. */
async function close(code: number): Promise<void> {
  if (abort.signal.aborted) return
  abort.abort()
  if (closers.length > 0) log('stopping…')
  await closeParts()
  // `opening` may have opened another part.
  await opening.catch(() => {})
  await closeParts()
  removeRunFile(folder)
  unlockFolder(folder)
  log('stopped')
  process.exit(code)
}

async function closeParts(): Promise<void> {
  for (let closer = closers.pop(); closer; closer = closers.pop())
    await closer().catch(({ message }) => log(message))
}
