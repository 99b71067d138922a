import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../runtime/project-root.ts'

/** What a build reads. bin/, sandboxd/ and tests are missing, because the site does not contain them. */
const SITE_INPUTS = [
  'app',
  'components',
  'lib',
  'public',
  'proxy.ts',
  'instrumentation.ts',
  'instrumentation.node.ts',
  'next.config.js',
  'postcss.config.mjs',
  'tsconfig.json',
  'prisma/schema.prisma',
  'package-lock.json',
]
const TSCONFIG = path.join(PROJECT_ROOT, 'tsconfig.json')
/** These are generated from other inputs, or never part of a bundle. */
const IGNORED_INPUTS = /(^lib\/kernel\/db\/generated|^lib\/testing|\.test\.tsx?)$/

type BuildNote = { stamp: string; commit: string }

type BuildOptions = {
  log: (message: string) => void
  distDir?: string
  onStart?: (child: ChildProcess) => void
}

/** Returns the commit. Throws the build's output. */
export async function buildIfStale({
  log,
  distDir = process.env.GUILDHALL_DIST_DIR || '.next',
  onStart,
}: BuildOptions): Promise<string> {
  const stamp = readStamp()
  const note = readNote(distDir)
  if (note?.stamp === stamp) return note.commit

  log('building the site (only after changes; takes about half a minute)…')
  fs.rmSync(noteFile(distDir), { force: true })
  const next = path.join(PROJECT_ROOT, 'node_modules/next/dist/bin/next')
  const tsconfig = fs.readFileSync(TSCONFIG)
  // A full build would load every page to find out that none is static.
  const child = spawn(process.execPath, [next, 'build', '--experimental-build-mode', 'compile'], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
      GUILDHALL_DIST_DIR: distDir,
    },
  })
  onStart?.(child)
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
  const [code] = await once(child, 'close')
  // Next adds folders other than .next, which would make every build stale.
  if (!fs.readFileSync(TSCONFIG).equals(tsconfig)) fs.writeFileSync(TSCONFIG, tsconfig)
  if (code !== 0)
    throw new Error(`${Buffer.concat(output).toString()}\nThe site could not be built (${code}).`)
  const commit = readCommit()
  fs.writeFileSync(noteFile(distDir), JSON.stringify({ stamp, commit } satisfies BuildNote))
  log('built')
  return commit
}

export function isBuilt(distDir: string): boolean {
  return readNote(distDir)?.stamp === readStamp()
}

export function readCommit(): string {
  if (process.env.GUILDHALL_COMMIT) return process.env.GUILDHALL_COMMIT
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: PROJECT_ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown'
  }
}

function noteFile(distDir: string): string {
  return path.join(PROJECT_ROOT, distDir, 'guildhall-build.json')
}

function readNote(distDir: string): BuildNote | null {
  // The note is written last, so that its absence tells of a build that was interrupted.
  const file = noteFile(distDir)
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null
}

function readStamp(): string {
  const hash = createHash('sha256').update(process.version)
  for (const entry of SITE_INPUTS) addToStamp(hash, entry)
  return hash.digest('hex')
}

function addToStamp(hash: ReturnType<typeof createHash>, entry: string): void {
  const file = path.join(PROJECT_ROOT, entry)
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  if (!stat || IGNORED_INPUTS.test(entry)) return
  if (stat.isDirectory()) {
    for (const name of fs.readdirSync(file).sort()) addToStamp(hash, `${entry}/${name}`)
  } else {
    hash.update(entry).update('\0').update(fs.readFileSync(file))
  }
}

const SCHEMA = path.join(PROJECT_ROOT, 'prisma/schema.prisma')

/** The file of the generated client in which Prisma 7 embeds the schema, as JSON. */
const CLIENT_CLASS = path.join(PROJECT_ROOT, 'lib/kernel/db/generated/internal/class.ts')
const PRISMA = path.join(PROJECT_ROOT, 'node_modules/prisma/build/index.js')

/** Whether the client was generated from another schema: after `git pull` alone, queries on new columns would fail. */
export function isClientStale(schema: string, client: string | null): boolean {
  return client === null || !client.includes(JSON.stringify(schema))
}

export async function generateClientIfStale(log: (message: string) => void, command = [PRISMA, 'generate']) {
  if (!isClientStale(fs.readFileSync(SCHEMA, 'utf8'), readIfExists(CLIENT_CLASS))) return
  log('generating the database client (the schema has changed)…')
  const child = spawn(process.execPath, command, { cwd: PROJECT_ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
  const [code] = await once(child, 'close')
  if (code === 0) return
  throw new Error(
    `The database client is older than the schema, and could not be made again. Run “npm install”, then start again.\n\n${Buffer.concat(output)}`,
  )
}

function readIfExists(file: string): string | null {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null
}
