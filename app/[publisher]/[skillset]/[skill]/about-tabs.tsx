import { ContractView } from '#components/contract/contract-view.tsx'
import { CodeView } from '#components/quick-execute/code-view.tsx'
import type { SkillPage } from '#lib/catalog/views.ts'
import { contractDocument } from '#lib/contract/document/contract-document.ts'
import { contractHash, permissionsHash } from '#lib/contract/document/contract-hash.ts'

/** The tabs that say what the skill is, for those that have a contract. */
export function aboutTabs({ name, skill, skillSet, version }: SkillPage) {
  if (!skill.parameters) return []
  const contract = contractDocument({ version: version.number }, skill)
  return [
    {
      id: 'contract',
      label: 'Contract',
      content: (
        <ContractView
          name={name}
          contract={contract}
          hashes={{ contract: contractHash(contract), permissions: permissionsHash(skillSet, skill) }}
          input={skill.parameters}
          output={skill.response ?? {}}
          agreeable={{ ...skillSet, skills: [skill] }}
          isPublic={version.visibility === 'PUBLIC'}
        />
      ),
    },
    {
      id: 'code',
      label: 'Code',
      content: (
        <CodeView
          skillName={name}
          example={skill.examples?.[0]?.input ?? {}}
          prompt={skill.prompt}
          definition={skill.definition}
        />
      ),
    },
  ]
}
