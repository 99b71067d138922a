/** Short files of /proc, which are looked at several times in every run. */
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
