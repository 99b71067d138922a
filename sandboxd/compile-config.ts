/** Turns the config of a workerd process, with everything that it embeds, into the one file a jail holds. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import type { WorkerdBinary } from './workerd-binary.ts'

/** 45 MB of Python at most. */
const MAX_BYTES = 256 * 1024 * 1024

/** `importFrom` is where embeds that begin with "/" are. Returns `to`. Throws what workerd says of a bad config. */
export function compileConfig(
  binary: WorkerdBinary,
  source: string,
  { to, importFrom }: { to: string; importFrom?: string },
): string {
  const imports = importFrom ? ['-I', importFrom] : []
  const args = ['compile', '--config-only', ...imports, source]
  const { status, stdout, stderr, error } = spawnSync(binary.path, args, { maxBuffer: MAX_BYTES })
  if (status !== 0) throw new Error(`The sandbox's config does not compile. ${error?.message ?? stderr}`)
  fs.writeFileSync(to, stdout)
  return to
}
