/** What the REST API and the command line answer about repositories. */
import type { ImportedSkill, Repository } from './import-repository.ts'

export function toRestRepository({ name, commit, skills }: Repository) {
  return {
    repository: name,
    commit,
    skills: skills.map(({ license, ...skill }) => ({
      ...skill,
      license: license ? { name: license.name, source: license.source, is_spdx: license.isSpdx } : null,
    })),
  }
}

export function toRestImports(imported: readonly ImportedSkill[]) {
  return {
    skills: imported.map(({ path, ...outcome }) =>
      outcome.error
        ? { path, error: outcome.error }
        : {
            path,
            skill_set_id: outcome.skillSetId,
            name: outcome.name,
            programs: outcome.programs,
            replaced: outcome.isReplaced,
            findings: outcome.findings,
          },
    ),
  }
}
