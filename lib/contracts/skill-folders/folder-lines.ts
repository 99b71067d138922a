import { resourceBytes } from '../checks/check-resources.ts'
import type { SkillDocument } from '../document/skillset-document.ts'
import { ENTRYPOINTS } from './manifest.ts'
import {
  CONTRACT,
  INPUT_SCHEMA,
  OUTPUT_SCHEMA,
  README,
  SKILL_MANIFEST_FILE,
  STREAM_SCHEMA,
} from './skill-file.ts'
import { resourcePath } from './skill-files.ts'

export type FolderLine = { path: string; about: string; sizeBytes?: number }

type ListedSkill = Pick<SkillDocument, 'kind' | 'runtime' | 'definition' | 'stream' | 'resources'>

/** Lists the files of a skill's folder for display. Leaves out code that the viewer may not read, which `skill` lacks then. */
export function folderLines(skill: ListedSkill): FolderLine[] {
  const isInstruction = skill.kind === 'instruction'
  const code = { path: ENTRYPOINTS[skill.runtime ?? 'javascript'].entrypoint, about: 'The code that runs' }
  return [
    { path: SKILL_MANIFEST_FILE, about: 'The manifest: name, version, permissions, examples' },
    { path: README, about: isInstruction ? 'The instructions' : 'Documentation for callers' },
    ...(skill.definition === undefined ? [] : [{ ...code, sizeBytes: Buffer.byteLength(skill.definition) }]),
    ...(isInstruction
      ? []
      : [
          { path: INPUT_SCHEMA, about: 'The input schema' },
          { path: OUTPUT_SCHEMA, about: 'The output schema' },
          ...(skill.stream === undefined
            ? []
            : [{ path: STREAM_SCHEMA, about: 'The schema of the parts that it emits' }]),
          { path: CONTRACT, about: 'These schemas in one document' },
        ]),
    ...(skill.resources ?? []).map((resource) => ({
      path: resourcePath(skill, resource.path),
      about: resource.kind,
      sizeBytes: resourceBytes(resource),
    })),
  ]
}
