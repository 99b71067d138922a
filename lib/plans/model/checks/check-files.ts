/** Warns of vault files that steps read and that neither exist nor are made by the plan. */
import { isObject, type Json } from '../../../kernel/json/json.ts'
import { vaultKey } from '../../../vault/model/vault-path.ts'
import type { PlanDocument, PlanIssue } from '../document/plan-document.ts'
import { splitToolName } from '../document/plan-tool.ts'
import { parseTemplate } from '../document/reference.ts'

// biome-ignore format: table
const FILES: Record<string, { reads?: string; makes?: string } | undefined> = {
  'vault.readFile':     { reads: 'path' },
  'vault.patchFile':    { reads: 'path' },
  'vault.delete':       { reads: 'path' },
  'workspace.openFile': { reads: 'path' },
  'vault.rename':       { reads: 'fromPath', makes: 'toPath' },
  'vault.createFile':   { makes: 'path' },
  'vault.writeFile':    { makes: 'path' },
}

type FileRead = { stepId: string; pointer: string; path: string }

/** Accepts any document. Leaves out paths that depend on other steps, and all paths if a step may make any file. */
export function filesRead(plan: Json): FileRead[] {
  const steps = isObject(plan) && Array.isArray(plan.steps) ? plan.steps.filter(isObject) : []
  const made = new Set<string>()
  const reads: FileRead[] = []
  for (const [index, { id, tool, args }] of steps.entries()) {
    const { reads: readIn, makes } = FILES[splitToolName(String(tool)).name] ?? {}
    if (makes !== undefined) {
      const path = textIn(args, makes)
      if (path === undefined) return []
      made.add(vaultKey(path))
    }
    const path = readIn === undefined ? undefined : textIn(args, readIn)
    if (path) reads.push({ stepId: String(id), pointer: `/steps/${index}/args/${readIn}`, path })
  }
  return reads.filter(({ path }) => !made.has(vaultKey(path)))
}

function textIn(args: Json | undefined, name: string): string | undefined {
  const value = isObject(args) && Object.hasOwn(args, name) ? args[name] : undefined
  const template = typeof value === 'string' ? parseTemplate(value) : undefined
  return template?.kind === 'text' ? template.text : undefined
}

/** `missing` are paths of `filesRead`. */
export function checkFiles({ steps }: PlanDocument, missing: readonly string[]): PlanIssue[] {
  if (missing.length === 0) return []
  return filesRead({ steps: steps.map(({ id, tool, args }) => ({ id, tool, args })) })
    .filter(({ path }) => missing.includes(path))
    .map(({ stepId, pointer, path }) => ({
      severity: 'warning',
      keyword: 'missing-file',
      path: pointer,
      message: `there is no file “${path}” in the vault`,
      stepId,
    }))
}
