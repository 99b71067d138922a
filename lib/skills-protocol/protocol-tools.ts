/**
 * The eight tools of the Skills Protocol, in the order of its pages, for /rpc, rpc.discover, /mcp, the guide and the
 * documentation.
 */
import { createBlobTool, readBlob } from './blob-tools.ts'
import { describeSkill } from './describe-skill.ts'
import { executeSkill } from './execute-skill.ts'
import { listSkills } from './list-skills.ts'
import { loadGuide } from './load-guide.ts'
import type { ProtocolTool } from './protocol-tool.ts'
import { readSkillFile } from './read-skill-file.ts'
import { runCodeTool } from './run-code-tool.ts'

export const PROTOCOL_TOOLS: readonly ProtocolTool[] = [
  listSkills,
  describeSkill,
  readSkillFile,
  executeSkill,
  runCodeTool,
  createBlobTool,
  readBlob,
  loadGuide,
]
