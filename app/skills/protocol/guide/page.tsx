import type { Metadata } from 'next'
import { SkillFacts } from '#components/catalog/skill-facts.tsx'
import { FilesView, InstructionView } from '#components/runs/quick-execute/instruction-view.tsx'
import { Page } from '#components/shell/page.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { folderLines } from '#lib/contracts/skill-folders/folder-lines.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { GUIDE_SKILL } from '#lib/tools/builtin-skills/built-in-skills.ts'

export const metadata: Metadata = {
  title: GUIDE_SKILL.skill.name,
  description: GUIDE_SKILL.skill.description,
}

/** The guide for agents. Its path is reserved, so that no publisher can claim it. */
export default function GuidePage() {
  const { name, skill, document } = GUIDE_SKILL
  return (
    <Page
      width="reading"
      className="gap-8"
      eyebrow={<BackLink href={paths.docsRpc}>Skills Protocol</BackLink>}
      title={skill.name}
      description={skill.description}
      actions={<SkillFacts runtime="instructions" riskLevel="read-only" />}
    >
      <InstructionView body={skill.body ?? ''} owner="guildhall" />
      <FilesView name={name} version={document.version} files={folderLines(skill)} canDownload />
    </Page>
  )
}
