import { type ZippableFile, zipSync } from 'fflate'
import type { SkillFile } from './skill-file.ts'

// Fixed for reproducible archives; the format begins in 1980.
const NO_TIME = new Date(1980, 0, 1)
/** Allows Unix modes in `attrs` (APPNOTE 6.3.10 §4.4.2). */
const UNIX = 3

/** Adds a single top folder, as Agent Skills require. */
export function writeZip(folder: string, files: readonly SkillFile[]): Uint8Array {
  const entries = files.map(({ path, bytes, isExecutable }): [string, ZippableFile] => {
    const mode = isExecutable ? 0o100755 : 0o100644
    return [`${folder}/${path}`, [bytes, { os: UNIX, attrs: mode << 16 }]]
  })
  return zipSync(Object.fromEntries(entries), { level: 6, mtime: NO_TIME })
}
