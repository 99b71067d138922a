import type { Issue } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { objectEntries, repeatedIndexes } from '../../kernel/json/json-pointer.ts'
import { hiddenCharacters } from '../../kernel/text/hidden-characters.ts'
import type { SkillResource } from '../document/skillset-document.ts'

export const MAX_RESOURCE_BYTES = 10 * 1024 * 1024

export function checkResources(skill: JsonObject): Issue[] {
  const resources = objectEntries(skill.resources)
  const totalBytes = resources.reduce((sum, [resource]) => sum + resourceBytes(resource), 0)
  return [
    ...repeatedIndexes(resources, 'path').map((index) =>
      resourceIssue(`${index}/path`, 'path must be unique'),
    ),
    ...resources.flatMap(([resource, index]) => checkResource(resource, index)),
    ...(totalBytes > MAX_RESOURCE_BYTES
      ? [{ path: '/resources', keyword: 'size', message: 'the files of a skill must have at most 10 MB' }]
      : []),
  ]
}

function checkResource({ path, text, base64, sha256, sizeBytes }: JsonObject, index: number): Issue[] {
  const contents = [text, base64, sha256].filter((content) => content !== undefined)
  return [
    ...(typeof path === 'string' && isOutside(path)
      ? [
          resourceIssue(
            `${index}/path`,
            'path must stay inside the skill: relative, without .. and backslashes',
          ),
        ]
      : []),
    ...(typeof path === 'string' ? hiddenIssues(path, 'path') : []).map((message) =>
      resourceIssue(`${index}/path`, message),
    ),
    ...(contents.length === 1
      ? []
      : [resourceIssue(`${index}/text`, 'a resource has one of text, base64 and sha256')]),
    ...((sha256 === undefined) === (sizeBytes === undefined)
      ? []
      : [resourceIssue(`${index}/sizeBytes`, 'sha256 and sizeBytes belong together')]),
    ...(typeof base64 === 'string' && !isBase64(base64)
      ? [resourceIssue(`${index}/base64`, 'base64 is not valid')]
      : []),
  ]
}

/**
 * Returns a message if a path or tag has invisible characters: people would read something else than it is, such as “exe.dm”
 * at the end of `a\u202emd.exe`.
 */
export function hiddenIssues(text: string, name: string): string[] {
  const hidden = hiddenCharacters(text)
  if (!hidden) return []
  return [`${name} must not contain invisible characters: it has ${hidden.names.join(', ')}`]
}

/** Returns the size of a resource's content in bytes; 0 if it has none. */
export function resourceBytes({ text, base64, sizeBytes }: JsonObject | Partial<SkillResource>): number {
  if (typeof text === 'string') return new TextEncoder().encode(text).length
  if (typeof base64 === 'string') return Math.floor((base64.replace(/=+$/, '').length * 3) / 4)
  return typeof sizeBytes === 'number' ? sizeBytes : 0
}

export type StoredResource = { pointer: string; sha256: string; sizeBytes: Json | undefined }

/** Returns the resources that are stored outside the document. Accepts any draft. */
export function storedResources(document: Json): StoredResource[] {
  return objectEntries(isObject(document) ? document.skills : undefined).flatMap(([{ resources }, skill]) =>
    objectEntries(resources).flatMap(([{ sha256, sizeBytes }, index]): StoredResource[] => {
      const pointer = `/skills/${skill}/resources/${index}`
      return typeof sha256 === 'string' ? [{ pointer, sha256, sizeBytes }] : []
    }),
  )
}

function resourceIssue(path: string, message: string): Issue {
  return { path: `/resources/${path}`, keyword: 'resource', message }
}

function isOutside(path: string): boolean {
  const segments = path.split('/')
  return /\\|\p{Cc}/u.test(path) || segments.some((each) => each === '..' || each === '.' || each === '')
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}
