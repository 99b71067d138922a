import { ContractView } from '#components/contract/contract-view.tsx'
import { CodeView } from '#components/quick-execute/code-view.tsx'
import { FilesView } from '#components/quick-execute/files-view.tsx'
import type { SkillPage } from '#lib/catalog/views.ts'
import { contractDocument } from '#lib/contract/document/contract-document.ts'
import { contractHash, permissionsHash } from '#lib/contract/document/contract-hash.ts'
import { exportForCode } from '#lib/exports/export-for-code.ts'
import { folderLines } from '#lib/folders/folder-lines.ts'

/** The tabs that say what the skill is; `origin` is where this site is for programs. */
export function aboutTabs(page: SkillPage, origin: string) {
  return [...contractTabs(page, origin), filesTab(page)]
}

function filesTab({ name, skill, version, isBuiltIn }: SkillPage) {
  // A page shows code to whoever may read it.
  const canDownload = skill.kind === 'instruction' || skill.definition !== undefined
  const files = folderLines(skill)
  return {
    id: 'files',
    label: 'Files',
    content: (
      <FilesView
        name={name}
        version={version.number}
        files={files}
        canDownload={canDownload}
        isBuiltIn={isBuiltIn}
      />
    ),
  }
}

/** For those that have a contract. */
function contractTabs({ name, skill, skillSet, version }: SkillPage, origin: string) {
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
          call={{ origin, name, version: version.number }}
          parameters={skill.parameters}
          example={skill.examples?.[0]?.input ?? {}}
          tools={exportForCode({ name, version: version.number, skill, permissions: skillSet.permissions })}
          prompt={skill.prompt}
          definition={skill.definition}
        />
      ),
    },
  ]
}
