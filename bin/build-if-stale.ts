/**
 * Builds the site when something it is made of has changed since the last build, and remembers what that was.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from './root.ts'

/** What the site is made of. bin/, sandboxd/ and tests of journeys are not in it: a change there costs no build. */
const MADE_OF = [
  'app',
  'components',
  'lib',
  'public',
  'proxy.ts',
  'instrumentation.ts',
  'next.config.js',
  'postcss.config.mjs',
  'tsconfig.json',
  'prisma/schema.prisma',
  'package-lock.json',
]
/** Left out: made from the schema, or never bundled. */
const LEFT_OUT = /(^lib\/db\/generated|^lib\/testing|\.test\.tsx?)$/

type BuildNote = { stamp: string; commit: string }

export type BuildWanted = {
  log: (message: string) => void
  distDir?: string
  /** Gets the child, to end it when the build is no longer wanted. */
  onStart?: (child: ChildProcess) => void
}

/** Answers the commit the build was made from. Throws what the build said when it fails. */
export async function buildIfStale(wanted: BuildWanted): Promise<string> {
  const { log, distDir = process.env.GUILDHALL_DIST_DIR || '.next', onStart } = wanted
  const stamp = readStamp()
  const note = readNote(distDir)
  if (note?.stamp === stamp) return note.commit

  log('building the site (only after changes; takes about half a minute)…')
  fs.rmSync(noteFile(distDir), { force: true })
  const next = path.join(ROOT, 'node_modules/next/dist/bin/next')
  const child = spawn(process.execPath, [next, 'build'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
      GUILDHALL_DIST_DIR: distDir,
    },
  })
  onStart?.(child)
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${Buffer.concat(said).toString()}\nThe site could not be built (${code}).`)
  const commit = readCommit()
  fs.writeFileSync(noteFile(distDir), JSON.stringify({ stamp, commit } satisfies BuildNote))
  log('built')
  return commit
}

/** Whether the folder holds a build of the sources as they are. */
export function isBuilt(distDir: string): boolean {
  return readNote(distDir)?.stamp === readStamp()
}

/** The commit checked out, or "unknown" outside a repository. */
export function readCommit(): string {
  if (process.env.GUILDHALL_COMMIT) return process.env.GUILDHALL_COMMIT
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown'
  }
}

function noteFile(distDir: string): string {
  return path.join(ROOT, distDir, 'guildhall-build.json')
}

function readNote(distDir: string): BuildNote | null {
  // Removed before a build, written after: a note means that its build was finished.
  const file = noteFile(distDir)
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null
}

function readStamp(): string {
  const hash = createHash('sha256').update(process.version)
  for (const entry of MADE_OF) addToStamp(hash, entry)
  return hash.digest('hex')
}

function addToStamp(hash: ReturnType<typeof createHash>, entry: string): void {
  const file = path.join(ROOT, entry)
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  if (!stat || LEFT_OUT.test(entry)) return
  if (stat.isDirectory()) {
    for (const name of fs.readdirSync(file).sort()) addToStamp(hash, `${entry}/${name}`)
  } else {
    hash.update(entry).update('\0').update(fs.readFileSync(file))
  }
}
