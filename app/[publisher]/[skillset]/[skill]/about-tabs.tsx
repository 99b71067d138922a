import { BehaviourTab } from '#components/catalog/behaviour-view.tsx'
import { ContractView } from '#components/contracts/contract-view.tsx'
import { PermissionList } from '#components/contracts/permission-list.tsx'
import { CallCode, type CallCodeProps } from '#components/runs/quick-execute/call-code.tsx'
import { FilesView } from '#components/runs/quick-execute/instruction-view.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import type { SkillPage } from '#lib/catalog/catalog-views.ts'
import { contractDocument, contractHash, permissionsHash } from '#lib/contracts/document/contract-document.ts'
import { permissionLines } from '#lib/contracts/permissions/permission-lines.ts'
import { folderLines } from '#lib/contracts/skill-folders/folder-lines.ts'
import { exportForCode } from '#lib/protocols/tool-formats/export-tool.ts'

/** Returns the tabs for the contract, the code and the files. `origin` is that of this site. */
export function aboutTabs(page: SkillPage, origin: string) {
  return [...contractTabs(page, origin), ...behaviourTabs(page), filesTab(page)]
}

function behaviourTabs({ behaviour, skill, skillSet }: SkillPage) {
  if (!behaviour) return []
  const lines = permissionLines({ ...skillSet, skills: [skill] })
  const content = (
    <BehaviourTab behaviour={behaviour}>
      <section className="grid gap-3">
        <h3 className="font-medium text-sm">What it declares, and cannot go beyond</h3>
        {lines.length > 0 ? (
          <PermissionList lines={lines} />
        ) : (
          <p className="text-sm">No permissions: the skill only uses its input.</p>
        )}
      </section>
    </BehaviourTab>
  )
  return [{ id: 'behaviour', label: 'What it does', content }]
}

function filesTab({ name, skill, version, isBuiltIn, forSale, textRefusal }: SkillPage) {
  const isReadable = skill.kind === 'instruction' || skill.definition !== undefined
  const files = folderLines(skill)
  return {
    id: 'files',
    label: 'Files',
    content: (
      <FilesView
        name={name}
        version={version.number}
        files={files}
        canDownload={!forSale && textRefusal === null && isReadable}
        isBuiltIn={isBuiltIn}
        isForSale={forSale !== undefined}
        refusal={textRefusal}
      />
    ),
  }
}

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
          hashes={{
            contract: contractHash(contract),
            permissions: permissionsHash(skillSet, skill),
            packages: skillSet.packagesDigest,
          }}
          input={skill.parameters}
          output={skill.response ?? {}}
          stream={skill.stream}
          consentTerms={{ ...skillSet, skills: [skill] }}
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

type CodeViewProps = CallCodeProps & { prompt: string; definition?: string }

function CodeView({ prompt, definition, ...call }: CodeViewProps) {
  return (
    <div className="grid gap-8">
      <CallCode {...call} />
      <section className="grid gap-2">
        <h3 className="font-medium text-sm">Prompt for agents</h3>
        <p className="max-w-3xl whitespace-pre-wrap text-pretty text-sm">{prompt}</p>
      </section>
      {definition && (
        <section className="grid min-w-0 gap-2">
          <h3 className="font-medium text-sm">Definition</h3>
          <p className="text-muted-foreground text-sm">The code of this version.</p>
          <CodeBlock text={definition} label="definition" />
        </section>
      )}
    </div>
  )
}
