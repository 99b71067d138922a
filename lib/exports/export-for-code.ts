/** A skill as tools, for the page that shows them. Floor 4, pure. */
import type { SkillDocument, SkillSetDocument } from '../contract/document/skillset-document.ts'
import { functionName } from '../contract/market/function-name.ts'
import { AppError } from '../errors.ts'
import { exportTool } from './export-tool.ts'

type Shown = { name: string; version: string; skill: SkillDocument } & Pick<SkillSetDocument, 'permissions'>

/** Null for a contract that model APIs cannot take. */
export function exportForCode({ name, version, skill, permissions }: Shown) {
  const document = { version, permissions, skills: [skill] } as SkillSetDocument
  const opened = { name, version, document, skill, isReadable: true }
  try {
    return {
      name: functionName(name),
      openai: exportTool(opened, 'openai'),
      anthropic: exportTool(opened, 'anthropic'),
    }
  } catch (thrown) {
    if (thrown instanceof AppError) return null
    throw thrown
  }
}
