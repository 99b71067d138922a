/** What a skill's folder holds, a line each, for a page. Ground, pure. */
import type { SkillDocument } from '../contract/document/skillset-document.ts'
import { ENTRYPOINTS } from './manifest.ts'
import { CONTRACT, INPUT_SCHEMA, MANIFEST, OUTPUT_SCHEMA, README } from './skill-file.ts'
import { resourcePath } from './skill-files.ts'

export type FolderLine = { path: string; about: string; sizeBytes?: number }

type Shown = Pick<SkillDocument, 'kind' | 'runtime' | 'definition' | 'resources'>

/** Code that may not be read is not listed. */
export function folderLines(skill: Shown): FolderLine[] {
  const isInstruction = skill.kind === 'instruction'
  const code = { path: ENTRYPOINTS[skill.runtime ?? 'javascript'].entrypoint, about: 'The code that runs' }
  return [
    { path: MANIFEST, about: 'The manifest: name, version, permissions, examples' },
    { path: README, about: isInstruction ? 'The instructions' : 'What a caller has to know' },
    ...(skill.definition === undefined ? [] : [{ ...code, sizeBytes: Buffer.byteLength(skill.definition) }]),
    ...(isInstruction
      ? []
      : [
          { path: INPUT_SCHEMA, about: 'What goes in' },
          { path: OUTPUT_SCHEMA, about: 'What comes out' },
          { path: CONTRACT, about: 'Both as one document' },
        ]),
    ...(skill.resources ?? []).map(({ path, kind, text, base64 }) => ({
      path: resourcePath(skill, path),
      about: kind,
      sizeBytes: text === undefined ? Math.floor(((base64 ?? '').length * 3) / 4) : Buffer.byteLength(text),
    })),
  ]
}
