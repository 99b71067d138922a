import { CodeView } from '#components/quick-execute/code-view.tsx'
import { ContractView } from '#components/quick-execute/contract-view.tsx'
import type { SkillPage } from '#lib/catalog/views.ts'
import { contractDocument } from '#lib/contract/document/contract-document.ts'
import { contractHash } from '#lib/contract/document/contract-hash.ts'

/** The tabs that say what the skill is, for those that have a contract. */
export function aboutTabs({ name, skill, version }: SkillPage) {
  if (!skill.parameters) return []
  const contract = contractDocument({ version: version.number }, skill)
  return [
    {
      id: 'contract',
      label: 'Contract',
      content: (
        <ContractView
          contract={contract}
          hash={contractHash(contract)}
          input={skill.parameters}
          output={skill.response ?? {}}
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
