/**
 * One skill of one SkillSet version, as the files of its folder. Ground, pure.
 *
 * What is mounted, read by agents and downloaded is this; `read-folder.ts` is the way back.
 * Source: specification "Skills Protocol", Skill folder.
 */
import { stringify as toToml } from 'smol-toml'
import { contractDocument } from '../contract/document/contract-document.ts'
import type { SkillDocument } from '../contract/document/skillset-document.ts'
import { isToolName } from '../contract/market/skill-name.ts'
import { canonicalSchema } from '../contract/schema/canonical-schema.ts'
import { ENTRYPOINTS, manifestOf, type NamedSkill } from './manifest.ts'
import {
  CODE,
  CONTRACT,
  INPUT_SCHEMA,
  jsonFile,
  MANIFEST,
  OUTPUT_SCHEMA,
  OWN_FILES,
  README,
  RESOURCES,
  type SkillFile,
  textFile,
} from './skill-file.ts'
import { markdownOf } from './skill-markdown.ts'

/** Every file, in the order a reader would open them. The code is among them, whoever may read it. */
export function skillFiles(named: NamedSkill): SkillFile[] {
  const { skill } = named
  const own = [textFile(MANIFEST, `${toToml(manifestOf(named))}\n`), textFile(README, markdownOf(named))]
  const action = skill.kind === 'instruction' ? [] : actionFiles(named)
  return [...own, ...action, ...resourceFiles(skill)]
}

function actionFiles({ name, document, skill }: NamedSkill): SkillFile[] {
  const { entrypoint } = ENTRYPOINTS[skill.runtime ?? 'javascript']
  const { schema: input } = canonicalSchema(skill.parameters)
  const { schema: output } = canonicalSchema(skill.response)
  return [
    ...(isToolName(name) ? [] : [textFile(entrypoint, skill.definition ?? '')]),
    jsonFile(INPUT_SCHEMA, input ?? {}),
    jsonFile(OUTPUT_SCHEMA, output ?? {}),
    jsonFile(CONTRACT, contractDocument(document, skill)),
  ]
}

function resourceFiles(skill: SkillDocument): SkillFile[] {
  return (skill.resources ?? []).map(({ path, text, base64, kind }) => ({
    path: resourcePath(skill, path),
    bytes: text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text),
    kind,
  }))
}

/**
 * Where a resource stands. The text of an instruction skill names its files as they lie beside it ("scripts/x.py"),
 * so there they stay; an action's are all under resources/.
 */
export function resourcePath({ kind }: Pick<SkillDocument, 'kind'>, path: string): string {
  const isTaken = OWN_FILES.includes(path) || path.startsWith(CODE)
  return kind === 'instruction' && !isTaken ? path : `${RESOURCES}${path}`
}

/** The file somebody asks for: a resource is found with and without resources/ before it. */
export function findSkillFile(files: readonly SkillFile[], path: string): SkillFile | undefined {
  const other = path.startsWith(RESOURCES) ? path.slice(RESOURCES.length) : `${RESOURCES}${path}`
  const isOwn = OWN_FILES.includes(path) || OWN_FILES.includes(other) || other.startsWith(CODE)
  return (
    files.find((file) => file.path === path) ??
    (isOwn ? undefined : files.find((file) => file.path === other))
  )
}
