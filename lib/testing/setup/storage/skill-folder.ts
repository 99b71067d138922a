import { expect } from 'vitest'
import type { ReadFolder } from '../../../skill-archives/read-folder.ts'
import { parseDocument } from '../../../skillset/document/parse-document.ts'
import type { FolderFile } from '../../../zip/read-zip.ts'
import { makeSkillSetDocument } from '../../factories.ts'

export const folderFile = (path: string, text: string): FolderFile => ({ path, bytes: Buffer.from(text) })
export const issueTextOf = (read: ReadFolder) => (read.issues ?? []).map(({ message }) => message).join('; ')

/** Requires that the folder gives a valid SkillSet. */
export function expectImported(read: ReadFolder) {
  if (read.issues) throw new Error(issueTextOf(read))
  const { issues } = parseDocument(makeSkillSetDocument({ skills: [read.skill] }))
  expect(issues).toEqual([])
  return read
}
