/**
 * Which process is workerd, of those that a leash and a jail put around it: it may be what was spawned, its child, or
 * a child of that, beside others.
 */
import path from 'node:path'
import { readProc } from './read-proc.ts'
import type { ProcessSetup } from './workerd-process.ts'

/** Among `spawned` and its descendants, by the name of what they execute; undefined where `/proc` does not tell. */
export function findWorkerdPid(
  spawned: number,
  { binary, engine, jail }: Pick<ProcessSetup, 'binary' | 'engine' | 'jail'>,
): number | undefined {
  const { binary: inside } = jail.inside({ binary: binary.path, config: engine.config, guardSocket: '' })
  return search(spawned, path.basename(inside))
}

function search(pid: number, name: string): number | undefined {
  try {
    if (readProc(`/proc/${pid}/comm`).trim() === name) return pid
    for (const child of readProc(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)) {
      const found = search(Number(child), name)
      if (found !== undefined) return found
    }
  } catch {
    // Gone, or there is no such file here.
  }
  return undefined
}
