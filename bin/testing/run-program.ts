/** Runs one of Node's programs, and answers its exit code. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { ROOT } from '../root.ts'
import type { Screen } from './screen.ts'

const running = new Set<ChildProcess>()

/** `program` is a file below the project's folder. */
export async function runProgram(
  { stdio }: Screen,
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<number> {
  const child = spawn(process.execPath, [path.join(ROOT, program), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', stdio, stdio],
  })
  running.add(child)
  const [code] = await once(child, 'exit')
  running.delete(child)
  return code ?? 1
}

/** Ctrl-C: whatever runs is asked to end, and cleans up by itself. */
export function endPrograms(): void {
  for (const child of running) child.kill('SIGTERM')
}
