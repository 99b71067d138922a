/**
 * The eight tools of the Skills Protocol, in the order of its pages. Floor 3.
 *
 * The one list: /rpc, rpc.discover, /mcp, the guide and the documentation read it.
 */
import { createBlobTool, readBlob } from './blob-tools.ts'
import { describeSkill } from './describe-skill.ts'
import { executeSkill } from './execute-skill.ts'
import { listSkills } from './list-skills.ts'
import { loadGuide } from './load-guide.ts'
import { readSkillFile } from './read-skill-file.ts'
import { runCodeTool } from './run-code.ts'
import type { AgentTool } from './tool.ts'

export const AGENT_TOOLS: readonly AgentTool[] = [
  listSkills,
  describeSkill,
  readSkillFile,
  executeSkill,
  runCodeTool,
  createBlobTool,
  readBlob,
  loadGuide,
]
