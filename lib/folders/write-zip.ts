/** Files as a zip archive. Ground, for servers. */
import { zipSync } from 'fflate'
import type { SkillFile } from './skill-file.ts'

// The same files make the same archive: no moment of the export is in it. The format knows no time before 1980.
const NO_TIME = new Date(1980, 0, 1)

/** Everything under one folder, as an Agent Skill wants it. */
export function writeZip(folder: string, files: readonly SkillFile[]): Uint8Array {
  const entries = files.map(({ path, bytes }) => [`${folder}/${path}`, bytes] as const)
  return zipSync(Object.fromEntries(entries), { level: 6, mtime: NO_TIME })
}
