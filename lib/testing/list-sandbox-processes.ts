import fs from 'node:fs'
import path from 'node:path'

/**
 * Returns the ids of a sandbox's running processes: those with its folder in their arguments or a file of it in their
 * jail. Linux only (/proc).
 */
export function processesOf(folder: string): number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isRunningWith(name, path.basename(folder)))
    .map(Number)
}

/** Returns false for zombies and for processes that ended during the check. */
function isRunningWith(pid: string, name: string): boolean {
  try {
    const read = (file: string) => fs.readFileSync(`/proc/${pid}/${file}`, 'latin1')
    return (
      !/\) [ZX] /.test(read('stat')) && (read('cmdline').includes(name) || read('mountinfo').includes(name))
    )
  } catch {
    return false
  }
}
