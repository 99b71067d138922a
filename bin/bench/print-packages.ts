/** Prints the size of scripts from Next's analysis. It compresses each module alone, so it counts a fifth more than is sent. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { PROJECT_ROOT } from '../server/runtime/project-root.ts'

const ROUTES = [
  '/',
  '/[publisher]/[skillset]/[skill]',
  '/sign-in',
  '/docs/[[...page]]',
  '/vault',
  '/publish/[id]',
]
const MAX_PRINTED = 12
const NEXT = path.join(PROJECT_ROOT, 'node_modules/next/dist/bin/next')
const DIST_DIR = '.next-analyze'

type Line =
  | { type: 'group'; kind: string; outputs: string[] }
  | { type: 'part'; filename: string; source_path: string; compressed_size: number }
  | { type: 'module' | 'output' | 'route' | 'meta' }

export async function printPackages(): Promise<void> {
  const analysis = runNext(['analyze', '--output'], 'ignore')
  const [code] = await once(analysis, 'exit')
  if (code !== 0) throw new Error(`The bundles could not be analysed (${code}).`)
  console.log('\npackages (KiB, modules compressed alone)')
  for (const route of ROUTES) {
    const sizes = [...(await measureRoute(route))].sort(([, a], [, b]) => b - a)
    const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0)
    const named = sizes.slice(0, MAX_PRINTED).map(([name, bytes]) => `${name} ${kib(bytes)}`)
    console.log(`  ${route}: ${kib(total)} = ${named.join(', ')}, others`)
  }
}

function runNext(args: string[], stdout: 'ignore' | 'pipe') {
  return spawn(process.execPath, [NEXT, ...args], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', stdout, 'inherit'],
    env: {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
      GUILDHALL_DIST_DIR: DIST_DIR,
    },
  })
}

/** Measures the first load, without modules on demand. */
async function measureRoute(route: string): Promise<Map<string, number>> {
  const { stdout } = runNext(['analyze', 'export', '--dist-dir', DIST_DIR, '--route', route], 'pipe')
  const first = new Set<string>()
  const parts: Extract<Line, { type: 'part' }>[] = []
  for await (const text of createInterface({ input: stdout as NodeJS.ReadableStream })) {
    const line = JSON.parse(text) as Line
    if (line.type === 'part' && line.filename.includes('/static/')) parts.push(line)
    if (line.type === 'group' && line.kind !== 'async') for (const each of line.outputs) first.add(each)
  }
  const sizes = new Map<string, number>()
  for (const { filename, source_path, compressed_size } of parts) {
    const name = packageOf(source_path)
    if (first.has(filename) && filename.endsWith('.js'))
      sizes.set(name, (sizes.get(name) ?? 0) + compressed_size)
  }
  return sizes
}

/** Returns "@radix-ui/react-dialog"; for our modules "components/ui". */
function packageOf(source: string): string {
  const [name] = source.split('/node_modules/').slice(1).toReversed()
  const parts = (name ?? source.replace(/^\[\w+\]\//, '')).split('/')
  return parts.slice(0, name && !name.startsWith('@') ? 1 : 2).join('/')
}

function kib(bytes: number): string {
  return (bytes / 1024).toFixed(1)
}
