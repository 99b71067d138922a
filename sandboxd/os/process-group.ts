import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readProcFile } from './read-proc.ts'

const CHECK_EVERY_MS = 5
/** A killed process that needs longer is stuck in a system call. */
export const END_WITHIN_MS = 5_000

/** Kills a process and all that it started. Does nothing if they are gone. */
export function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch {}
}

/** Waits until all processes of the group are gone. Kills again meanwhile, because members may have forked. Gives up after END_WITHIN_MS. */
export async function waitForGroupEnd(child: ChildProcess): Promise<void> {
  const deadline = performance.now() + END_WITHIN_MS
  while (child.pid && isGroupRunning(child.pid) && performance.now() < deadline) {
    killGroup(child)
    await sleep(CHECK_EVERY_MS)
  }
}

/** Whether a process of the group runs. Zombies do not count: they wait for their parent only. */
function isGroupRunning(group: number): boolean {
  try {
    process.kill(-group, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  return fs.readdirSync('/proc').some((name) => /^\d+$/.test(name) && isMember(name, group))
}

function isMember(pid: string, group: number): boolean {
  try {
    // Format: PID (NAME) STATE PARENT GROUP …
    const stat = readProcFile(`/proc/${pid}/stat`)
    const [state = '', , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(processGroup) === group && !'ZX'.includes(state)
  } catch {
    return false
  }
}
