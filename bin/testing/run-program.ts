import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PROJECT_ROOT } from '../server/runtime/project-root.ts'

const running = new Map<ChildProcess, NodeJS.Signals>()

export type Screen = {
  log: (message: string) => void
  stdio: 'inherit' | number
  end: () => void
}

export async function runProgram(
  { stdio }: Screen,
  program: string,
  args: string[],
  env: Record<string, string> = {},
  /** A command around it, for example for another namespace. */
  wrapper: readonly string[] = [],
): Promise<number> {
  const [file = '', ...rest] = [...wrapper, process.execPath, path.join(PROJECT_ROOT, program), ...args]
  const child = spawn(file, rest, {
    cwd: PROJECT_ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', stdio, stdio],
  })
  // unshare blocks SIGTERM while it waits for its child; the namespace ends with it.
  running.set(child, wrapper.length > 0 ? 'SIGKILL' : 'SIGTERM')
  const [code] = await once(child, 'exit')
  running.delete(child)
  return code ?? 1
}

export function endPrograms(): void {
  for (const [child, signal] of running) child.kill(signal)
}

export function openScreen(): Screen {
  return { log: console.log, stdio: 'inherit', end() {} }
}

/** Parallel phases do not interleave. */
export function openBufferedScreen(): Screen {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-phase-'))
  const file = path.join(folder, 'output')
  const out = fs.openSync(file, 'a')
  return {
    log: (message) => fs.writeSync(out, `${message}\n`),
    stdio: out,
    end() {
      fs.closeSync(out)
      process.stdout.write(fs.readFileSync(file))
      fs.rmSync(folder, { recursive: true })
    },
  }
}
