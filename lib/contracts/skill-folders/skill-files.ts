/** Inverts `read-folder.ts`. See docs/spec/skills-protocol.md §4. */
import { stringify as toToml } from 'smol-toml'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { isToolName } from '../../kernel/names/tool-name.ts'
import { contractDocument, outputSchemaOf } from '../document/contract-document.ts'
import type { SkillDocument } from '../document/skillset-document.ts'
import { ENTRYPOINTS, manifestOf, type NamedSkill } from './manifest.ts'
import {
  CODE,
  CONTRACT,
  INPUT_SCHEMA,
  jsonFile,
  OUTPUT_SCHEMA,
  OWN_FILES,
  README,
  RESOURCES,
  SKILL_MANIFEST_FILE,
  type SkillFile,
  type StoredSkillFile,
  textFile,
} from './skill-file.ts'
import { markdownOf } from './skill-markdown.ts'

type Reader = {
  /** True for agents, who read what outputs keep; an import reads what the publisher wrote. */
  isAgent?: boolean
}

export function skillFiles(named: NamedSkill, reader: Reader = {}): (SkillFile | StoredSkillFile)[] {
  const { skill } = named
  const own = [
    textFile(SKILL_MANIFEST_FILE, `${toToml(manifestOf(named))}\n`),
    textFile(README, markdownOf(named)),
  ]
  const action = skill.kind === 'instruction' ? [] : actionFiles(named, reader)
  return [...own, ...action, ...resourceFiles(skill)]
}

function actionFiles({ name, document, skill }: NamedSkill, { isAgent }: Reader): SkillFile[] {
  const { entrypoint } = ENTRYPOINTS[skill.runtime ?? 'javascript']
  const { schema: input } = canonicalSchema(skill.parameters)
  const { schema: authored } = canonicalSchema(skill.response)
  return [
    ...(isToolName(name) ? [] : [textFile(entrypoint, skill.definition ?? '')]),
    jsonFile(INPUT_SCHEMA, input ?? {}),
    jsonFile(OUTPUT_SCHEMA, isAgent ? outputSchemaOf(skill) : (authored ?? {})),
    jsonFile(CONTRACT, contractDocument(document, skill)),
  ]
}

function resourceFiles(skill: SkillDocument): (SkillFile | StoredSkillFile)[] {
  return (skill.resources ?? []).map(({ path, text, base64, sha256, sizeBytes = 0, kind, executable }) => ({
    path: resourcePath(skill, path),
    ...(sha256 === undefined
      ? { bytes: text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text) }
      : { sha256, sizeBytes }),
    kind,
    ...(executable && { isExecutable: true }),
  }))
}

/** Instructions use their own paths ("scripts/x.py"); actions' are under resources/. */
export function resourcePath({ kind }: Pick<SkillDocument, 'kind'>, path: string): string {
  const isReserved = OWN_FILES.includes(path) || path.startsWith(CODE)
  return kind === 'instruction' && !isReserved ? path : `${RESOURCES}${path}`
}

/** Finds paths with or without resources/. */
export function findSkillFile<File extends { path: string }>(
  files: readonly File[],
  path: string,
): File | undefined {
  const other = path.startsWith(RESOURCES) ? path.slice(RESOURCES.length) : `${RESOURCES}${path}`
  const isOwn = OWN_FILES.includes(path) || OWN_FILES.includes(other) || other.startsWith(CODE)
  return (
    files.find((file) => file.path === path) ??
    (isOwn ? undefined : files.find((file) => file.path === other))
  )
}
