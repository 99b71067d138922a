/**
 * A cache of compiled configs. Bundling and compiling take a quarter of a second of processor time, and more than a second for
 * Python.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Returns the path of the config of these folders of sources. `name` contains the versions of everything else. */
export function cachedConfigPath(cacheFolder: string, name: string, folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders)
    for (const file of listFilesBelow(folder).filter((each) => !each.endsWith('.test.ts')))
      hash.update(`${file}\n`).update(fs.readFileSync(path.join(folder, file)))
  return path.join(cacheFolder, `${name}-${process.arch}-${hash.digest('hex').slice(0, 12)}.bin`)
}

/** Returns the paths of all files below a folder, sorted. */
export function listFilesBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}

/** Copies a cached config to the path `to`. Returns false if it is not cached. */
export function copyCachedConfig(cached: string, to: string): boolean {
  try {
    fs.copyFileSync(cached, to, fs.constants.COPYFILE_FICLONE)
    return true
  } catch {
    return false
  }
}

/** Stores a config in place of those of earlier sources. If the cache cannot be written, the next start compiles again. */
export function cacheConfig(config: string, cached: string): void {
  const folder = path.dirname(cached)
  const [runtime] = path.basename(cached).split('-')
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Written under another name and renamed, because another sandboxd may write the same file.
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
