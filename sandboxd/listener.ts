/** Whoever waits for a run. */
import type { SandboxCall, SandboxEvent, SandboxReply } from '../lib/sandbox/sandbox.ts'

export type Listener = {
  signal: AbortSignal
  onEvent: (event: SandboxEvent) => void
  /** Carries what the run asks to the app; without it there is nobody to ask. Rejects when that is gone. */
  onCall?: (call: SandboxCall) => Promise<SandboxReply>
}
