/** The files of a folder that have no meaning of their own: they come along with the skill. Ground, pure. */
import type { SkillDocument } from '../contract/document/skillset-document.ts'
import { toPointer } from '../contract/json/json-pointer.ts'
import type { Issue } from '../errors.ts'
import { isCode, kindOf, OWN_FILES, plainTextOf, RESOURCES, type SkillFile } from './skill-file.ts'

type Resource = NonNullable<SkillDocument['resources']>[number]
type Read = { list: Resource[]; findings: Issue[]; issues?: undefined } | { issues: Issue[] }

/** As `lib/contract/document/skill-schema.ts` has them. */
const MAX_COUNT = 50
const MAX_TEXT_CHARS = 200_000
const MAX_BASE64_CHARS = 1_400_000
const MAX_PATH_CHARS = 200

/** `kind` and `entrypoint` are the skill's. */
export function readResources(
  files: readonly Pick<SkillFile, 'path' | 'bytes'>[],
  { kind, entrypoint }: { kind: 'action' | 'instruction'; entrypoint?: string },
): Read {
  const others = files.filter(({ path }) => !OWN_FILES.includes(path) && path !== entrypoint)
  if (others.length > MAX_COUNT) {
    return { issues: [at('', `has ${others.length} files beside SKILL.md; a skill can bring ${MAX_COUNT}`)] }
  }
  const list = others.map(({ path, bytes }) =>
    resource(kind === 'action' ? withoutFolder(path) : path, bytes),
  )
  const issues = list.flatMap((each) => problems(each))
  if (issues.length > 0) return { issues }
  const code = others.filter(({ path }) => isCode(path))
  const message = 'is kept as a file of the skill, but not run: the code of a skill is one file.'
  return { list, findings: kind === 'action' ? code.map(({ path }) => at(path, message)) : [] }
}

function withoutFolder(path: string): string {
  return path.startsWith(RESOURCES) && path.length > RESOURCES.length ? path.slice(RESOURCES.length) : path
}

function resource(path: string, bytes: Uint8Array): Resource {
  const text = plainTextOf(bytes)
  const content =
    text !== null && text.length <= MAX_TEXT_CHARS
      ? { text }
      : { base64: Buffer.from(bytes).toString('base64') }
  return { path, ...content, kind: kindOf(path, bytes) }
}

function problems({ path, base64 }: Resource): Issue[] {
  return [
    ...(base64 !== undefined && base64.length > MAX_BASE64_CHARS ? [at(path, 'is larger than 1 MB')] : []),
    ...(path.length > MAX_PATH_CHARS
      ? [at(path, `has a path longer than ${MAX_PATH_CHARS} characters`)]
      : []),
  ]
}

function at(path: string, message: string): Issue {
  return { path: path === '' ? '' : toPointer([path]), keyword: 'folder', message }
}
