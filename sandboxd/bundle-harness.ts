/**
 * What runs beside the publisher's code in each fresh isolate, as one small module.
 *
 * It is written file by file in `isolate/`, around `harness.js`. Every isolate compiles it anew, and nine files with their
 * comments took half a millisecond of each run.
 */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'

const SOURCE = path.join(import.meta.dirname, 'isolate/harness.js')
/** The publisher's own: imported when the run begins. */
const DEFINITION = './definition.js'

/** Writes it to the file `to`, which it returns. Throws what the bundler says. */
export function bundleHarness(to: string): string {
  const rolldown = path.join(
    path.dirname(createRequire(import.meta.url).resolve('rolldown/package.json')),
    'bin/cli.mjs',
  )
  // In a process of its own, which takes the bundler's memory with it.
  const args = [rolldown, SOURCE, '--external', DEFINITION, '--format', 'esm', '--minify', '-o', to]
  const { status, stderr, error } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The sandbox's harness cannot be bundled. ${error?.message ?? stderr}`)
  return to
}
