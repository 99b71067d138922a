/** `npm run bench [PART…]`: each part has its own process and servers. Compare ratios, not times. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'
import { requireNodeVersion } from './server/runtime/require-node.ts'

const PARTS: Record<string, () => Promise<unknown>> = {
  contract: () => import('./bench/print-contract.ts'),
  execute: () => import('./bench/print-execute.ts'),
  sandbox: () => import('./bench/print-sandbox.ts'),
  start: () => import('./bench/print-start.ts'),
  rpc: () => import('./bench/print-rpc.ts'),
  pages: () => import('./bench/print-pages.ts'),
  scale: () => import('./bench/print-scale.ts'),
  search: () => import('./bench/print-search.ts'),
  find: () => import('./bench/print-find.ts'),
  tokens: () => import('./bench/print-tokens.ts'),
}

requireNodeVersion()
process.chdir(PROJECT_ROOT)

const args = process.argv.slice(2)
const options = args.findIndex((arg) => arg.startsWith('-'))
/** The parts that the command line names. Options after them belong to the last one. */
const wanted = options === -1 ? args : args.slice(0, options)
const unknown = wanted.find((part) => !(part in PARTS))
if (unknown) {
  console.error(`Unknown benchmark "${unknown}". Choose from ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}

const [only] = wanted
if (wanted.length === 1 && only) {
  await PARTS[only]!()
  process.exit(0)
}
for (const part of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
  const child = spawn(process.execPath, ['bin/bench.ts', part], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exit(code ?? 1)
}
