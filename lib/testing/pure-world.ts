/** The world of a tool that needs nothing of it: whatever it reaches for fails the test. */
import type { ToolWorld } from '../tools/tool.ts'

export const PURE_WORLD = new Proxy({} as ToolWorld, {
  get(_world, key) {
    throw new Error(`this tool was said to need nothing, and reached for ${String(key)}`)
  },
})
