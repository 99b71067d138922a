import type { Metadata } from 'next'
import { SkillFacts } from '#components/catalog/skill-facts.tsx'
import { FilesView } from '#components/quick-execute/files-view.tsx'
import { InstructionView } from '#components/quick-execute/instruction-view.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/back-link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { GUIDE } from '#lib/agents/built-in.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { folderLines } from '#lib/folders/folder-lines.ts'

export const metadata: Metadata = { title: GUIDE.skill.name, description: GUIDE.skill.description }

/** The skill that every Guildhall has, where its name says: no publisher can have this address. */
export default function GuidePage() {
  const { name, skill, document } = GUIDE
  return (
    <Page width="reading" className="grid grid-cols-1 gap-8">
      <PageHeader
        eyebrow={<BackLink href={paths.docsRpc}>Skills Protocol</BackLink>}
        title={skill.name}
        description={skill.description}
        actions={<SkillFacts runtime="instructions" riskLevel="read-only" />}
      />
      <InstructionView body={skill.body ?? ''} />
      <FilesView name={name} version={document.version} files={folderLines(skill)} canDownload />
    </Page>
  )
}
