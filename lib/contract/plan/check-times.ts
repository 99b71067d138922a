/**
 * Whether a step may take as long as it asks for. Ground; also in the browser.
 *
 * More than its tool may take does no harm and means nothing, which whoever wrote it has to hear.
 */
import type { PlanDocument } from './plan-document.ts'
import type { PlanIssue } from './plan-issue.ts'
import { type PlanCatalog, toolFor } from './plan-tool.ts'

export function checkTimes({ steps }: PlanDocument, catalog: PlanCatalog): PlanIssue[] {
  return steps.flatMap(({ id, tool: name, timeoutMs = 0 }, index): PlanIssue[] => {
    const tool = toolFor(catalog, name)
    if (!tool || timeoutMs <= tool.mostMs) return []
    const path = `/steps/${index}/timeoutMs`
    return [
      {
        severity: 'note',
        path,
        keyword: 'timeoutMs',
        message: `a call of ${tool.name} is ended after ${tool.mostMs / 1000} s at the latest`,
        stepId: id,
        fix: {
          title: `Say ${tool.mostMs.toLocaleString('en')}`,
          edits: [{ op: 'replace', path, value: tool.mostMs }],
        },
      },
    ]
  })
}
