import fs from 'node:fs'
import path from 'node:path'
import { cacheFolder } from '#sandboxd/os/scratch-folder.ts'

/** Call it before a site first starts: all sites use one snapshot of Python. `start.system.test.ts` makes its own. */
export function sharePythonSnapshot(dataFolder: string): void {
  fs.mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 })
  fs.mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  // A junction needs no rights on Windows; elsewhere the word means nothing.
  fs.symlinkSync(cacheFolder(), path.join(dataFolder, 'sandbox'), 'junction')
}
