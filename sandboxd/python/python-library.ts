/**
 * What Pyodide's standard library lacks, from sources that npm or this folder has: Pyodide offers the rest as wheels for
 * download, and a sandbox downloads nothing.
 *
 * `library/` has `_hashlib`, the part of OpenSSL that hashlib asks for, and `dbm` of CPython 3.13, which shelve needs.
 * `tzdata.zip` is the package of that name, with which `zoneinfo` finds time zones; `update-tzdata.ts` makes it.
 */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { unzipSync, type Zippable, zipSync } from 'fflate'
import { listFilesBelow } from '../engine/cached-config.ts'
import { listBundleArguments } from '../engine/sandbox-engine.ts'

const LIBRARY = path.join(import.meta.dirname, 'library')
const TZDATA = path.join(import.meta.dirname, 'tzdata.zip')

export function librarySources(): string[] {
  return [TZDATA, ...libraryModules().map((file) => path.join(LIBRARY, file))]
}

/** Returns a zip archive from which Python imports these modules. */
export function createLibraryZip(): Uint8Array {
  const files: Zippable = { ...unzipSync(fs.readFileSync(TZDATA)) }
  for (const file of libraryModules())
    files[file.replaceAll(path.sep, '/')] = fs.readFileSync(path.join(LIBRARY, file))
  return zipSync(files, { mtime: ZIP_EPOCH })
}

/** The time of all entries, so that the same sources give the same bytes. Zip archives cannot have an earlier one. */
export const ZIP_EPOCH = new Date(1980, 0, 1)

function libraryModules(): string[] {
  return listFilesBelow(LIBRARY).filter((file) => file.endsWith('.py'))
}

/** Bundles in a process of its own, because runs must not wait, and the bundler's memory is freed. */
export async function bundleModule(file: string, to: string): Promise<void> {
  await promisify(execFile)(process.execPath, listBundleArguments(path.join(import.meta.dirname, file), to))
}
