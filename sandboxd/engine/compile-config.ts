import { execFile, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { promisify } from 'node:util'
import type { WorkerdBinary } from './sandbox-engine.ts'

const execFileAsync = promisify(execFile)

/** Python's compiled config has up to 45 MB. */
const MAX_BYTES = 256 * 1024 * 1024

type CompileTarget = {
  to: string
  importFrom?: string
  /** The name of the config in its source. */
  name?: string
  closing?: AbortSignal | undefined
}

/** Compiles a config and returns the path `to`. Throws if it does not compile. */
export function compileConfig(
  binary: WorkerdBinary,
  source: string,
  { to, importFrom, name }: CompileTarget,
): string {
  const { status, stdout, stderr, error } = spawnSync(binary.path, compileArgs(source, importFrom, name), {
    maxBuffer: MAX_BYTES,
  })
  if (status !== 0) throw new Error(`The sandbox's config does not compile. ${error?.message ?? stderr}`)
  fs.writeFileSync(to, stdout)
  return to
}

/**
 * Compiles as `compileConfig` does, without blocking: 45 MB take half a second, and there may be runs. If `closing` aborts, it
 * rejects once the compiler has exited.
 */
export async function compileConfigAsync(
  binary: WorkerdBinary,
  source: string,
  { to, importFrom, name, closing }: CompileTarget,
): Promise<string> {
  closing?.throwIfAborted()
  const compiling = execFileAsync(binary.path, compileArgs(source, importFrom, name), {
    maxBuffer: MAX_BYTES,
    encoding: 'buffer',
  })
  // Not by execFile's `signal`, which would reject before the process has exited.
  const kill = () => compiling.child.kill('SIGKILL')
  closing?.addEventListener('abort', kill)
  const { stdout } = await compiling
    .catch((error: Error) => {
      throw new Error(`The sandbox's config does not compile. ${error.message}`)
    })
    .finally(() => closing?.removeEventListener('abort', kill))
  closing?.throwIfAborted()
  await fs.promises.writeFile(to, stdout)
  return to
}

function compileArgs(source: string, importFrom?: string, name = 'config'): string[] {
  return ['compile', '--config-only', ...(importFrom ? ['-I', importFrom] : []), source, name]
}
