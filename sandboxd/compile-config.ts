/** Turns the config of a workerd process, with the scripts that it embeds, into the one file a jail holds. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { WorkerdBinary } from './workerd-binary.ts'

const SOURCE = path.join(import.meta.dirname, 'isolate', 'sandbox.capnp')

/** Returns the file's path. Throws what workerd says of a config that it cannot read. */
export function compileConfig(binary: WorkerdBinary, folder: string): string {
  const { status, stdout, stderr, error } = spawnSync(binary.path, ['compile', '--config-only', SOURCE])
  if (status !== 0) throw new Error(`The sandbox's config does not compile. ${error?.message ?? stderr}`)
  const file = path.join(folder, 'config.bin')
  fs.writeFileSync(file, stdout)
  return file
}
