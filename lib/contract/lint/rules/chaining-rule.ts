/** Lint: a write tells what the next one has to know. Ground. Source: "Tool Input/Output Schema Conventions" 6, metadata for safe chaining. */
import type { LintRule } from '../finding.ts'
import { permissionsOf, topOf } from '../linted-skill.ts'

const WRITERS = ['vault.createFile', 'vault.writeFile', 'vault.patchFile']

export const chainableWrites: LintRule = {
  id: 'chainable-writes',
  title: 'Give back the etag of what was written',
  why: 'The next step of a plan can then write on without overwriting what somebody wrote in between.',
  source: 'Tool Input/Output Schema Conventions 6',
  check(skill) {
    const top = topOf(skill.output)
    const names = new Set(top?.fields.map(({ name }) => name))
    const writes = permissionsOf(skill, 'tools').some((tool) => WRITERS.includes(tool))
    if (!top || !writes || skill.skill.riskLevel === 'read-only' || !names.has('path') || names.has('etag'))
      return []
    return [
      {
        pointer: top.pointer,
        sentence: 'It gives back the “path” of a file that it wrote, and not its “etag”.',
        judgement: 'The vault’s tools return “etag” and “mtimeMs”: hand them on.',
      },
    ]
  },
}
