import { markdownOf } from '../skill-archives/skill-markdown.ts'
import { GUIDE_SKILL } from './built-in-skills.ts'
import type { ProtocolTool } from './protocol-tool.ts'
import { LOAD_GUIDE } from './protocol-tool-schemas.ts'

export const loadGuide: ProtocolTool = {
  ...LOAD_GUIDE,
  scope: 'read',
  isPublic: true,
  async run() {
    return { content: markdownOf(GUIDE_SKILL) }
  },
}
