/** Writes the files of a skill's folder, which `read-folder.ts` reads back. See docs/spec/skills-protocol.md §4. */
import { stringify as toToml } from 'smol-toml'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { isToolName } from '../../kernel/names/tool-name.ts'
import { buildOutputSchema, contractDocument } from '../document/contract-document.ts'
import type { SkillDocument } from '../document/skillset-document.ts'
import { buildManifest, ENTRYPOINTS, type NamedSkill } from './manifest.ts'
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
  STREAM_SCHEMA,
  type StoredSkillFile,
  textFile,
} from './skill-file.ts'
import { renderSkillMarkdown } from './skill-markdown.ts'

type Reader = {
  /** True for agents, who need the schema that every output satisfies. An import needs the one that the publisher wrote. */
  isAgent?: boolean
}

/** Returns all files of a skill: those generated from the document, its code, and its resources. */
export function listSkillFiles(named: NamedSkill, reader: Reader = {}): (SkillFile | StoredSkillFile)[] {
  const { skill } = named
  const own = [
    textFile(SKILL_MANIFEST_FILE, `${toToml(buildManifest(named))}\n`),
    textFile(README, renderSkillMarkdown(named)),
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
    jsonFile(OUTPUT_SCHEMA, isAgent ? buildOutputSchema(skill) : (authored ?? {})),
    ...(skill.stream === undefined
      ? []
      : [jsonFile(STREAM_SCHEMA, canonicalSchema(skill.stream).schema ?? {})]),
    jsonFile(CONTRACT, contractDocument(document, skill)),
  ]
}

function resourceFiles(skill: SkillDocument): (SkillFile | StoredSkillFile)[] {
  return listResourceFiles(skill).map((file) => ({ ...file, path: resourcePath(skill, file.path) }))
}

/** Returns the Files of a skill by their own paths, as its code sees them. */
export function listResourceFiles({ resources = [] }: SkillDocument): (SkillFile | StoredSkillFile)[] {
  return resources.map(({ path, text, base64, sha256, sizeBytes = 0, kind, executable }) => ({
    path,
    ...(sha256 === undefined
      ? { bytes: text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text) }
      : { sha256, sizeBytes }),
    kind,
    ...(executable && { isExecutable: true }),
  }))
}

/** Returns the path of a resource in the folder. Instructions refer to their own paths (“scripts/x.py”), so only actions have them under resources/. */
export function resourcePath({ kind }: Pick<SkillDocument, 'kind'>, path: string): string {
  const isReserved = OWN_FILES.includes(path) || path.startsWith(CODE)
  return kind === 'instruction' && !isReserved ? path : `${RESOURCES}${path}`
}

/** Finds a file by its path, with or without resources/. Returns undefined if there is none. */
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
