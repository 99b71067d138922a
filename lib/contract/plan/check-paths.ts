/**
 * Whether the paths in a plan are paths of a vault.
 *
 * Ground; also in the browser. What is written is judged now; of what holds references the written parts are, and the
 * whole when it is known. Source: specification "First-party tools and plans", Vault; Plan, path safety.
 */
import { whyNotVaultPath } from '../vault/vault-path.ts'
import type { PlanDocument } from './plan-document.ts'
import type { PlanIssue } from './plan-issue.ts'
import { splitToolName } from './plan-tool.ts'
import { parseTemplate } from './reference.ts'
import { vaultArguments } from './vault-arguments.ts'

export function checkPaths({ steps }: PlanDocument): PlanIssue[] {
  return steps.flatMap(({ id, tool, args }, index) =>
    vaultArguments(splitToolName(tool).name, args).flatMap(({ pointer, path, isFolder }): PlanIssue[] => {
      const said = typeof path === 'string' ? judge(path, isFolder) : undefined
      return said ? [{ ...said, path: `/steps/${index}/args${pointer}`, stepId: id }] : []
    }),
  )
}

type Said = Pick<PlanIssue, 'severity' | 'keyword' | 'message'>

function judge(text: string, isFolder: boolean): Said | undefined {
  const template = parseTemplate(text)
  if (template.is === 'fault') return undefined
  // Stands for any name.
  const written =
    template.is === 'mixed' ? template.parts.map((part) => (typeof part === 'string' ? part : 'x')) : []
  const plain = template.is === 'text' ? template.text : written.join('')
  const why = template.is === 'reference' ? undefined : whyNot(plain, isFolder)
  if (why !== undefined) return { severity: 'error', keyword: 'path', message: `the path ${why}` }
  if (template.is === 'text') return undefined
  return {
    severity: 'note',
    keyword: 'path',
    message: 'the path is only known at run time and is checked then',
  }
}

function whyNot(path: string, isFolder: boolean): string | undefined {
  if (isFolder && (path === '' || path === '/')) return undefined
  return whyNotVaultPath(isFolder ? path.replace(/([^/])\/$/, '$1') : path)
}
