/** How a tool edits: for which run, for real or not, and whom to tell. Floor 3. */
import type { Editing } from '../workspace/edit-active.ts'
import type { CommonInputs } from './common-inputs.ts'
import type { ToolWorld } from './tool.ts'

export function editingOf({ dryRun, note }: CommonInputs, world: ToolWorld): Editing {
  return {
    cause: { ...world.cause, ...(note && { note }) },
    dryRun: dryRun === true || world.dryRun,
    observe: world.observe,
  }
}
