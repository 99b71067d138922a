/** Whether this machine has an engine for the sandbox. */
import { findWorkerd } from '#sandboxd/workerd-binary.ts'

/** The reason as a sentence; undefined when it has. */
export function whyNoSandbox(): string | undefined {
  try {
    findWorkerd()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
