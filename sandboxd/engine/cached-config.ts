/**
 * Compiled configs in the cache folder: bundling and compiling take a quarter of a second of processor time, and more
 * than a second with Python.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** The path for a config made from these folders of sources. `name` contains the versions of everything else. */
export function cachedConfigPath(cacheFolder: string, name: string, folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders)
    for (const file of filesIn(folder).filter((each) => !each.endsWith('.test.ts')))
      hash.update(`${file}\n`).update(fs.readFileSync(path.join(folder, file)))
  return path.join(cacheFolder, `${name}-${process.arch}-${hash.digest('hex').slice(0, 12)}.bin`)
}

/** Sorted paths below the folder, at every depth. */
export function filesIn(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}

/** Copies the config `to`. Returns false if it is not cached. */
export function copyCachedConfig(cached: string, to: string): boolean {
  try {
    fs.copyFileSync(cached, to, fs.constants.COPYFILE_FICLONE)
    return true
  } catch {
    return false
  }
}

/** Replaces configs of earlier sources. Without a writable cache the next start compiles again. */
export function cacheConfig(config: string, cached: string): void {
  const folder = path.dirname(cached)
  const [runtime] = path.basename(cached).split('-')
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Renamed atomically, because another sandboxd may write the same file.
    const unfinished = `${cached}.${process.pid}`
    fs.copyFileSync(config, unfinished, fs.constants.COPYFILE_FICLONE)
    fs.chmodSync(unfinished, 0o600)
    fs.renameSync(unfinished, cached)
    for (const name of fs.readdirSync(folder))
      if (name.startsWith(`${runtime}-`) && name.endsWith('.bin') && name !== path.basename(cached))
        fs.rmSync(path.join(folder, name))
  } catch (error) {
    console.error(`sandboxd: ${cached} was not stored, so the next start is slower. ${error}`)
  }
}
