/** What /proc tells of a process. Its files are short, and some are looked at several times in every run. */
import fs from 'node:fs'

/** The kernel fills it at once. */
const page = Buffer.allocUnsafe(4096)

/** Its first page. Throws when it is not there. Asking for its size and for its end, as readFile does, is half of the work. */
export function readProc(file: string): string {
  const descriptor = fs.openSync(file, 'r')
  try {
    return page.toString('latin1', 0, fs.readSync(descriptor, page))
  } finally {
    fs.closeSync(descriptor)
  }
}

/** False for one that has ended, whether or not anybody took note of it yet. Where there is no /proc each is running. */
export function isRunning(pid: number): boolean {
  if (process.platform !== 'linux') return true
  try {
    // The state comes after the name, which stands in parentheses.
    return !/\) [ZX] /.test(readProc(`/proc/${pid}/stat`))
  } catch {
    return false
  }
}
