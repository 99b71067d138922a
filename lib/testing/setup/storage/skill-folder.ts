import { expect } from 'vitest'
import { parseDocument } from '../../../contracts/document/parse-document.ts'
import type { ReadFolder } from '../../../contracts/skill-folders/read-folder.ts'
import type { FolderFile } from '../../../kernel/zip/read-zip.ts'
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
