import { readSkillFiles } from '../../blobs/skill-files/read-skill-files.ts'
import type { Context } from '../../context/context.ts'
import type { SkillDocument, SkillResource } from '../../contracts/document/skillset-document.ts'
import { AppError } from '../../kernel/errors.ts'
import { type SubmissionPart, type SubmissionTextPart, TEXT_PART_TITLES } from '../model/commentable-parts.ts'
import type { StoredSubmission } from '../rows/submissions.ts'

type Place = { skill: string; part: SubmissionPart; file?: string | undefined; line?: number | undefined }

export type SubmittedPlace = {
  pointer: string
  /** The path of the file; null for other parts. */
  file: string | null
  line: number | null
  /** In words, such as "Code of Text statistics" or "scripts/report.py of Reports". */
  place: string
  /** The text of the line; null for a whole file. */
  text: string | null
}

/**
 * Returns a line of a skill's code, schemas or files as the review page shows it, counted from 1; without a line the whole
 * file. Throws NOT_FOUND for an unknown skill or file, and INVALID_INPUT for a line that does not exist, or one of a file
 * that is not text.
 */
export async function findSubmittedPlace(
  db: Context['db'],
  { document, version }: StoredSubmission,
  { skill: slug, part, file: path, line }: Place,
): Promise<SubmittedPlace> {
  const index = document.skills.findIndex((each) => each.slug === slug)
  const skill = document.skills[index]
  if (!skill) throw new AppError('NOT_FOUND')
  if (part !== 'file') {
    const key = part !== 'code' ? part : skill.kind === 'instruction' ? 'body' : 'definition'
    const at = {
      pointer: `/skills/${index}/${key}`,
      file: null,
      place: `${TEXT_PART_TITLES[part]} of ${skill.name}`,
    }
    return { ...at, ...findLine(findPartText(skill, part), line ?? 0) }
  }
  const { resources = [] } = skill
  const at = resources.findIndex((each) => each.path === path)
  const resource = resources[at]
  if (!resource) throw new AppError('NOT_FOUND', { message: `The skill has no file “${path}”.` })
  return {
    pointer: `/skills/${index}/resources/${at}`,
    file: resource.path,
    place: `${resource.path} of ${skill.name}`,
    ...(line === undefined
      ? { line: null, text: null }
      : findLine(await readFileText(db, version.skillSet.id, resource), line)),
  }
}

function findLine(text: string, line: number): { line: number; text: string } {
  const found = text.split('\n')[line - 1]
  if (found === undefined) throw lineError(`There is no line ${line}.`)
  return { line, text: found }
}

function lineError(message: string): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path: '/line', message }] })
}

async function readFileText(db: Context['db'], skillSetId: string, resource: SkillResource): Promise<string> {
  const { path, kind, text, base64, sha256, sizeBytes = 0 } = resource
  if (text !== undefined) return text
  const stored =
    sha256 === undefined ? [] : await readSkillFiles(db, skillSetId, [{ path, kind, sha256, sizeBytes }])
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      stored[0]?.bytes ?? Buffer.from(base64 ?? '', 'base64'),
    )
  } catch {
    throw lineError(`${path} is not text in UTF-8, so it has no lines. Leave the line out.`)
  }
}

function findPartText(skill: SkillDocument, part: SubmissionTextPart): string {
  if (part === 'code') return skill.kind === 'instruction' ? (skill.body ?? '') : (skill.definition ?? '')
  return JSON.stringify(skill[part] ?? {}, null, 2)
}
