/** An environment for tools that need nothing: any access fails the test. */
import type { ToolEnvironment } from '../tools/definition/built-in-tool.ts'

export const NO_ACCESS_ENVIRONMENT = new Proxy({} as ToolEnvironment, {
  get(_environment, key) {
    throw new Error(`this tool was declared to need nothing, but accessed ${String(key)}`)
  },
})
