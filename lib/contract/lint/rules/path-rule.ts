/** Lint: places in the vault are relative to it. Ground. Source: "Tool Input/Output Schema Conventions" 1.2, Identifiers. */
import type { Advice, LintRule } from '../finding.ts'
import { isOfType } from '../keywords.ts'
import { knownValues } from '../known-values.ts'
import { type LintedSkill, permissionsOf } from '../linted-skill.ts'

export const relativePaths: LintRule = {
  id: 'relative-paths',
  title: 'Name files by their place in the vault',
  why: 'The vault knows no disk: “Folder/Note.md” works wherever the skill runs, an absolute path or an address nowhere.',
  source: 'Tool Input/Output Schema Conventions 1.2, 3.1',
  check: (skill) =>
    usesVault(skill)
      ? [skill.input, skill.output].flatMap((view) =>
          view.parts.flatMap((part) =>
            part.fields
              .filter(
                (field) => /^(?:path|(?:from|to|file)Path)$/.test(field.name) && isOfType(field, 'string'),
              )
              .flatMap((field) =>
                knownValues(skill, view, field.places).flatMap(({ pointer, value }): Advice[] =>
                  typeof value === 'string' && isForeign(value) ? [advice(pointer, value)] : [],
                ),
              ),
          ),
        )
      : [],
}

/** Elsewhere a “path” may be one of an address or of a disk. */
function usesVault(skill: LintedSkill): boolean {
  return (
    permissionsOf(skill, 'vault').length > 0 ||
    permissionsOf(skill, 'tools').some((tool) => tool.startsWith('vault.') || tool.startsWith('workspace.'))
  )
}

function isForeign(path: string): boolean {
  return path.startsWith('/') || path.includes('\\') || /^[A-Za-z]:/.test(path) || path.includes('://')
}

function advice(pointer: string, value: string): Advice {
  const sentence = `“${value}” is no place in the vault.`
  const relative = value.replaceAll('\\', '/').replace(/^\/+/, '')
  if (relative === '' || isForeign(relative))
    return { pointer, sentence, judgement: 'Name a file of the vault, such as “Folder/Note.md”.' }
  return {
    pointer,
    sentence,
    fix: { title: `Write “${relative}”`, edits: [{ op: 'replace', path: pointer, value: relative }] },
  }
}
