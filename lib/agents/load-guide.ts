/** `load_skills_protocol_guide`: how to use the other seven. Floor 3. */
import { markdownOf } from '../folders/skill-markdown.ts'
import { GUIDE } from './built-in.ts'
import type { AgentTool } from './tool.ts'
import { LOAD_GUIDE } from './tool-schemas.ts'

export const loadGuide: AgentTool = {
  ...LOAD_GUIDE,
  scope: 'read',
  isPublic: true,
  async run() {
    return { content: markdownOf(GUIDE) }
  },
}
