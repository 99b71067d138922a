/** The buttons of a skill, as they are shown below a result: docs/spec/product.md, "Output panels". */

import type { SkillButton } from '../../contracts/document/skillset-document.ts'
import { isObject, type JsonObject } from '../../kernel/json/json.ts'

/**
 * A payload that is a JSON object is the input to run the skill with. Any other payload is a message for the agent that
 * called the skill; then this returns undefined.
 */
export function buttonInput({ payload }: Pick<SkillButton, 'payload'>): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(payload)
    return isObject(value) ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}

/** The buttons for an agent: with `args`, it runs the skill again; otherwise it continues with the payload. */
export function buttonsForAgent(buttons: readonly SkillButton[]): JsonObject[] {
  return buttons.map((button) => {
    const { label, payload } = button
    const args = buttonInput(button)
    return { label, payload, ...(args && { args }) }
  })
}
