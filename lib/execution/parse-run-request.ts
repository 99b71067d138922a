/** What a browser sends to start a run, into a request. Floor 3, pure. */
import { z } from 'zod'
import { parseWith } from '../contract/json/parse-with.ts'
import type { RunRequest } from './start-run.ts'

const Wanted = z.object({
  name: z.string().max(200),
  version: z.string().max(64).optional(),
  /** Checked against the contract, so anything passes here. */
  args: z.unknown(),
  timeZone: z.string().max(64).optional(),
  rerunOfId: z.string().max(64).optional(),
})

/** Throws INVALID_INPUT for what is no request. */
export function parseRunRequest(value: unknown): RunRequest {
  const { name, version, args, timeZone, rerunOfId } = parseWith(Wanted, value)
  return {
    skill: { name, ...(version && { version }) },
    args,
    ...(timeZone && { timeZone }),
    ...(rerunOfId && { rerunOfId }),
  }
}
