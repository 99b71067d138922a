/**
 * The port from a running skill to the first-party tools. Floor 3.
 *
 * A skill may use the tools that its SkillSet declared, and that somebody agreed to with it; nothing else.
 * Source: specification "First-party tools and plans", Tools; "Execution", Handler.
 */
import type { Permissions } from '../contract/document/skillset-document.ts'
import type { Json } from '../contract/json/json.ts'
import { prepareInput } from '../contract/values/prepare-input.ts'
import { AppError } from '../errors.ts'
import { findTool } from '../tools/all-tools.ts'
import type { Tool, ToolWorld } from '../tools/tool.ts'

/**
 * Throws POLICY_DENIED for a tool that is not declared, NOT_FOUND for one that is not there, INVALID_INPUT or
 * MISSING_REQUIRED_PARAM with the issues, and what the tool itself throws.
 */
export async function callTool(
  permissions: Permissions | undefined,
  { name, args }: { name: string; args: Json },
  world: ToolWorld,
): Promise<Json> {
  if (!permissions?.tools?.includes(name)) {
    throw new AppError('POLICY_DENIED', {
      message: `This skill has not declared that it uses the tool ${name} (permissions.tools).`,
    })
  }
  const tool = findTool(name)
  if (!tool) throw new AppError('NOT_FOUND', { message: `There is no tool called ${name} here.` })
  return runTool(tool, args, world)
}

async function runTool(tool: Tool, args: Json, world: ToolWorld): Promise<Json> {
  const { value, issues, onlyMissing } = prepareInput(tool.inputSchema, args)
  if (issues.length > 0)
    throw new AppError(onlyMissing ? 'MISSING_REQUIRED_PARAM' : 'INVALID_INPUT', { issues })
  return tool.run(value as Record<string, Json>, world)
}
