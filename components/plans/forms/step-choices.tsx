import type { ReactNode } from 'react'
import type { Json } from '#lib/kernel/json/json.ts'
import type { PlanTool } from '#lib/plans/model/document/plan-tool.ts'
import { SkillChoicesProvider } from '../../catalog/skill-choices-provider.tsx'

/** Loads no choices while an argument is a reference, because results of earlier steps are not known yet. */
export function StepChoices({ tool, children }: { tool: PlanTool; children: ReactNode }) {
  return (
    <SkillChoicesProvider skill={tool} isUnknown={hasReference}>
      {children}
    </SkillChoicesProvider>
  )
}

function hasReference(value: Json): boolean {
  return JSON.stringify(value).includes('${')
}
