import type { JsonSchema } from '../../kernel/json/json.ts'

/** What the frame of a skill knows of it, as JSON in its page. */
export type AppContract = {
  title: string
  /** publisher.skillset.skill */
  skill: string
  /** The tool to call, and whether it is `execute_skill`, whose arguments wrap the input. */
  tool: string
  isWrapped: boolean
  parameters: JsonSchema
  response?: JsonSchema
  hasPrice: boolean
  /** In decimal USDC. */
  price: string
  /** The address of this site, and the path of the skill's page. */
  origin: string
  href: string
}
