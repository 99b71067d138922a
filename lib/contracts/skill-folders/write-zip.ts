import { type ZippableFile, zipSync } from 'fflate'
import type { SkillFile } from './skill-file.ts'

// The same time in every archive makes it reproducible. The format's times begin in 1980.
const NO_TIME = new Date(1980, 0, 1)
/** The system that `attrs` is of (APPNOTE 6.3.10 §4.4.2), so that it can hold Unix modes. */
const UNIX = 3

/** Returns a zip archive with all files in one folder, as Agent Skills require. */
export function writeZip(folder: string, files: readonly SkillFile[]): Uint8Array {
  const entries = files.map(({ path, bytes, isExecutable }): [string, ZippableFile] => {
    const mode = isExecutable ? 0o100755 : 0o100644
    return [`${folder}/${path}`, [bytes, { os: UNIX, attrs: mode << 16 }]]
  })
  return zipSync(Object.fromEntries(entries), { level: 6, mtime: NO_TIME })
}
