/** Turns the config of a workerd process, with everything that it embeds, into the one file a jail holds. */
import { execFile, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { promisify } from 'node:util'
import type { WorkerdBinary } from './workerd-binary.ts'

const execute = promisify(execFile)

/** 45 MB of Python at most. */
const MAX_BYTES = 256 * 1024 * 1024

type Places = { to: string; importFrom?: string }

/** `importFrom` is where embeds that begin with "/" are. Returns `to`. Throws what workerd says of a bad config. */
export function compileConfig(binary: WorkerdBinary, source: string, { to, importFrom }: Places): string {
  const { status, stdout, stderr, error } = spawnSync(binary.path, argsFor(source, importFrom), {
    maxBuffer: MAX_BYTES,
  })
  if (status !== 0) throw new Error(`The sandbox's config does not compile. ${error?.message ?? stderr}`)
  fs.writeFileSync(to, stdout)
  return to
}

/** The same while runs go on: compiling 45 MB takes half a second. */
export async function compileConfigAside(
  binary: WorkerdBinary,
  source: string,
  { to, importFrom }: Places,
): Promise<string> {
  const options = { maxBuffer: MAX_BYTES, encoding: 'buffer' } as const
  const { stdout } = await execute(binary.path, argsFor(source, importFrom), options).catch(
    (error: Error) => {
      throw new Error(`The sandbox's config does not compile. ${error.message}`)
    },
  )
  await fs.promises.writeFile(to, stdout)
  return to
}

function argsFor(source: string, importFrom?: string): string[] {
  return ['compile', '--config-only', ...(importFrom ? ['-I', importFrom] : []), source]
}
